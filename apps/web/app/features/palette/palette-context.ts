import { createContext, useContext } from "react";

export interface PaletteControl {
  open(): void;
  /** Opens the dialog of keyboard shortcuts. */
  showShortcuts(): void;
}

export const PaletteContext = createContext<PaletteControl>({ open: () => undefined, showShortcuts: () => undefined });

export const usePalette = (): PaletteControl => useContext(PaletteContext);
