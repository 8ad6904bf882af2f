import type { TestApp } from "../start-test-app";

/**
 * Lets no spend through before `count` of them are there: each request has then seen the balance from before all of them, as on a
 * machine of many cores. Returns what ends it.
 */
export function gatherSpends(app: TestApp, count: number): () => void {
  const { service } = app.deps;
  const { db } = service;
  let waiting = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gathering = new Proxy(db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== "$queryRaw" || typeof member !== "function") return member;
      return async (...statement: unknown[]) => {
        waiting += 1;
        if (waiting === count) open();
        await gate;
        return Reflect.apply(member, target, statement);
      };
    },
  });
  Object.assign(service, { db: gathering });
  return () => Object.assign(service, { db });
}
