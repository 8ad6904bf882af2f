import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { Viewer } from "~/ui/shell/viewer";
import { ShortcutsDialog, usePageShortcuts } from "./keyboard-shortcuts";
import { PaletteContext } from "./palette-context";

/** Fetched when somebody asks for it the first time. */
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

/** The palette and the shortcuts of whoever is signed in; nothing for others. */
export function PaletteProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  // Each opening is another number: the palette closes by itself.
  const [opening, setOpening] = useState(0);
  const [areKeysShown, keys] = useDisclosure(false);
  // Read at once: nothing of it is on the page, and a key that is off must not act while the page is young.
  const [singleKeys, setSingleKeys] = useLocalStorage({
    key: "genmint-single-keys",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const control = useMemo(() => ({ open: () => setOpening((number) => number + 1), showKeys: keys.open }), [keys.open]);
  usePageShortcuts({ isOn: viewer !== null, singleKeys, control });
  return (
    <PaletteContext.Provider value={control}>
      {children}
      {viewer && opening > 0 ? (
        <Suspense>
          <Palette viewer={viewer} opening={opening} />
        </Suspense>
      ) : null}
      {viewer ? (
        <ShortcutsDialog
          isOpen={areKeysShown}
          onClose={keys.close}
          singleKeys={singleKeys}
          onSingleKeysChange={setSingleKeys}
        />
      ) : null}
    </PaletteContext.Provider>
  );
}
