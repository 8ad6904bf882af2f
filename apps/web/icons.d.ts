// The package has types for its index only, which pulls in six thousand icons; each icon is imported from its own file.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { TablerIcon } from "@tabler/icons-react";

  const icon: TablerIcon;
  export default icon;
}
