import type { Db } from "@app/db/client";
import { createGatherer, type GatherBounds } from "./gather";

/** What is made once for each database client and goes with it: a process has one, tests have many. */
export function perDatabase<Value>(make: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>();
  return (db) => {
    const known = values.get(db);
    if (known !== undefined) return known;
    const made = make(db);
    values.set(db, made);
    return made;
  };
}

/** A gatherer for each database client, whose calls of `run` are one statement or a few. */
export function gatherPerDatabase<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  bounds: Partial<GatherBounds> = {},
): (db: Db, item: Item) => Promise<Result> {
  const gathererOf = perDatabase((db) => createGatherer((items: readonly Item[]) => run(db, items), bounds));
  return (db, item) => gathererOf(db)(item);
}
