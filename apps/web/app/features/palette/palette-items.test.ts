import { expect, it } from "vitest";
import { matchItems, type PaletteItem } from "./palette-items";

const item = (label: string, keywords: string): PaletteItem => ({
  id: label,
  label,
  keywords,
  Icon: null as never,
  run: () => undefined,
});
const items = [item("New chat", "conversation"), item("New image", "picture"), item("Billing", "credits plan")];

it.each([
  ["", ["New chat", "New image", "Billing"]],
  ["new", ["New chat", "New image"]],
  ["NEW  pic", ["New image"]],
  ["plan", ["Billing"]],
  ["boat", []],
])("matches %j", (query, labels) => {
  expect(matchItems(items, query).map(({ label }) => label)).toEqual(labels);
});
