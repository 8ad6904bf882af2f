/// <reference types="vite/client" />
/// <reference types="@remix-run/node" />

// The package has types for its index only, which imports six thousand icons. Ours are imported from their own files.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { TablerIcon } from "@tabler/icons-react";

  const icon: TablerIcon;
  export default icon;
}

/** Remix's build of the pages, in development and in the bundled server. */
declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}
