import type { TablerIcon } from "@tabler/icons-react";

/** Something the palette finds. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  /** Other words it is found by. */
  keywords?: string;
  Icon: TablerIcon;
  run: () => void;
}

export interface PaletteGroup {
  name: "pages" | "actions" | "chats" | "users";
  items: readonly PaletteItem[];
}

/** The items that have every word of the query somewhere in their texts. */
export function matchItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/u);
  return items.filter((item) => {
    const text = `${item.label} ${item.description ?? ""} ${item.keywords ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
