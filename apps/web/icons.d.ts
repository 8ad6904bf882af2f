// The package has types for its index only, which imports six thousand icons. Ours are imported from their own files.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { TablerIcon } from "@tabler/icons-react";

  const icon: TablerIcon;
  export default icon;
}
