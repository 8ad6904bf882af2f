import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { type ReactNode, useMemo, useState } from "react";
import { lazyComponent } from "~/ui/lazy-component";
import type { Viewer } from "~/ui/shell/viewer";
import { ShortcutsDialog, usePageShortcuts } from "./keyboard-shortcuts";
import { PaletteContext } from "./palette-context";

/** Loaded when it is opened for the first time. */
const Palette = lazyComponent(async () => (await import("./palette")).Palette);

/** Provides the command palette and keyboard shortcuts to signed-in users. */
export function PaletteProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  // A counter instead of a flag, because the palette closes itself without telling.
  const [opening, setOpening] = useState(0);
  const [areShortcutsShown, shortcuts] = useDisclosure(false);
  // Read before the first effect, so that a shortcut that is turned off is never active. Nothing rendered by the server depends on it.
  const [singleKeys, setSingleKeys] = useLocalStorage({
    key: "genmint-single-keys",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const control = useMemo(
    () => ({ open: () => setOpening((count) => count + 1), showShortcuts: shortcuts.open }),
    [shortcuts.open],
  );
  usePageShortcuts({ isOn: viewer !== null, singleKeys, control });
  return (
    <PaletteContext.Provider value={control}>
      {children}
      {viewer && opening > 0 ? <Palette viewer={viewer} opening={opening} /> : null}
      {viewer ? (
        <ShortcutsDialog
          isOpen={areShortcutsShown}
          onClose={shortcuts.close}
          singleKeys={singleKeys}
          onSingleKeysChange={setSingleKeys}
        />
      ) : null}
    </PaletteContext.Provider>
  );
}
