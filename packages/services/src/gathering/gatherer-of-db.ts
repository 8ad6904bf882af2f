import type { Db } from "@app/db/client";
import { Gatherer, type GathererOptions } from "./gatherer";

/** One gatherer for each database client, made with its first item. */
export function gathererOfDb<Item, Result>(
  options: Omit<GathererOptions<Item, Result>, "run"> & {
    run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>;
  },
): (db: Db) => Gatherer<Item, Result> {
  const gatherers = new WeakMap<Db, Gatherer<Item, Result>>();
  return (db) => {
    const known = gatherers.get(db);
    if (known) return known;
    const gatherer = new Gatherer<Item, Result>({ ...options, run: (items) => options.run(db, items) });
    gatherers.set(db, gatherer);
    return gatherer;
  };
}
