/** Random numbers from a seed, so that a test that prints its seed can be repeated. */
export interface SeededRandom {
  /** From 0 up to, but not including, `below`. */
  integer(below: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  shuffle<T>(items: readonly T[]): T[];
}

const UINT32_VALUES = 2 ** 32;

/** A Weyl sequence, mixed by two multiplications. Good enough for tests, not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / UINT32_VALUES;
  };
  const integer = (below: number) => Math.floor(fraction() * below);
  return {
    integer,
    pick: (items) => items[integer(items.length)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: fraction() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  };
}

/** With `FAULTS=long`, as in `pnpm test:faults`. Otherwise this is a run of `npm test`, which leaves out what takes long. */
export const isLongRun = process.env["FAULTS"] === "long";

/** Sizes of a test: short in every run, long with `FAULTS=long`. */
export function faultScale<T>(scale: { short: T; long: T }): T {
  return isLongRun ? scale.long : scale.short;
}
