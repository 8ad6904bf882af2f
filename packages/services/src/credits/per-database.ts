import type { Db } from "@app/db/client";

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
