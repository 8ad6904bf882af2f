import type { Db } from "@app/db/client/db";

/** Simulates a process that dies in a transaction: the transaction rolls back. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** A database whose next transactions fail before their n-th statement. Statements outside of transactions do not count. */
export function crashingDb(db: Db, statement: number): Db {
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== "$transaction") return Reflect.get(target, name, receiver);
      return (run: (tx: object) => Promise<unknown>, options?: object) =>
        target.$transaction((tx) => run(dyingAfter(tx, { left: statement })), options);
    },
  });
}

/** Counts every statement of the client, including those of models. */
function dyingAfter<T extends object>(client: T, count: { left: number }): T {
  return new Proxy(client, {
    get(target, name, receiver) {
      const member = Reflect.get(target, name, receiver);
      if (typeof member === "function") {
        return (...args: unknown[]) => {
          count.left -= 1;
          if (count.left < 0) throw new Crash("the process died");
          return Reflect.apply(member, target, args);
        };
      }
      return typeof member === "object" && member !== null ? dyingAfter(member, count) : member;
    },
  });
}
