import fc from "fast-check";
import { expect, it } from "vitest";
import { splitApart } from "./split-apart";

const keysOf = (item: { keys: string[] }) => item.keys;
const anyItems = fc
  .array(fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d", "e"), { maxLength: 3 }), { maxLength: 30 })
  .map((lists) => lists.map((keys, position) => ({ keys, position })));

it("keeps together what has nothing in common", () => {
  const items = [{ keys: ["a", "x"] }, { keys: ["b"] }, { keys: [] }];
  expect(splitApart(items, keysOf)).toEqual([items]);
});

it("puts each copy into a group of its own, in their order", () => {
  const items = [1, 2, 3].map((copy) => ({ keys: ["a"], copy }));
  expect(splitApart(items, keysOf)).toEqual(items.map((item) => [item]));
});

it("loses nothing, parts what shares a key and keeps its order, whatever the keys", () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const groups = splitApart(items, keysOf);
      expect(groups.flat().sort((one, other) => one.position - other.position)).toEqual(items);
      for (const group of groups) {
        const keys = group.flatMap(keysOf);
        expect(new Set(keys).size).toBe(keys.length);
      }
      for (const key of ["a", "b", "c", "d", "e"]) {
        const positions = groups
          .flat()
          .filter(({ keys }) => keys.includes(key))
          .map(({ position }) => position);
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
      }
    }),
  );
});
