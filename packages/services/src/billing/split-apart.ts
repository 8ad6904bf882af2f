/**
 * Splits items into groups in which no two have a key in common, as few as come of taking them in their order. Of those that share a key
 * each comes in a later group than the one before it.
 */
export function splitApart<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const groups: Item[][] = [];
  /** The first group that has no item with that key yet, nor will have an earlier one. */
  const firstFree = new Map<string, number>();
  for (const item of items) {
    const keys = keysOf(item);
    const index = Math.max(0, ...keys.map((key) => firstFree.get(key) ?? 0));
    const group = groups[index] ?? [];
    groups[index] = group;
    group.push(item);
    for (const key of keys) firstFree.set(key, index + 1);
  }
  return groups;
}
