import type { Db } from "@app/db/client/db";
import { type BatchBounds, createBatcher } from "./batch";

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
export function batchPerDatabase<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  bounds: Partial<BatchBounds> = {},
): (db: Db, item: Item) => Promise<Result> {
  const gathererOf = perDatabase((db) => createBatcher((items: readonly Item[]) => run(db, items), bounds));
  return (db, item) => gathererOf(db)(item);
}
