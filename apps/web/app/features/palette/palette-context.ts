import { createContext, useContext } from "react";

interface PaletteControl {
  open(): void;
  /** The dialog of keyboard shortcuts. */
  showKeys(): void;
}

export const PaletteContext = createContext<PaletteControl>({ open: () => undefined, showKeys: () => undefined });

export const usePalette = (): PaletteControl => useContext(PaletteContext);
