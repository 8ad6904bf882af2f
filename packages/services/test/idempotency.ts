import type { UserContext } from "../src/context";

/** What is stored under an Idempotency-Key of the user's; null when nothing is. */
export function readKeyRow(ctx: UserContext, key: string) {
  return ctx.db.idempotencyKey.findUnique({ where: { userId_key: { userId: ctx.actor.id, key } } });
}

/** A promise and what resolves it, to hold a use case at a point and let it go on. */
export function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** What a promise was rejected with; undefined when it was not. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

/** The same context, in which something happens just before the statement that charges. */
export function beforeCharge<Context extends UserContext>(ctx: Context, happen: () => Promise<void>): Context {
  const db = ctx.db.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        if (operation === "$queryRaw") await happen();
        return query(args);
      },
    },
  });
  return { ...ctx, db };
}

/** A request that has claimed its key and is held before its charge until it is let go. */
export function holdCharge<Context extends UserContext>(ctx: Context) {
  const [reached, held] = [gate(), gate()];
  const heldContext = beforeCharge(ctx, () => {
    reached.open();
    return held.opened;
  });
  return { held: heldContext, reached: reached.opened, letGo: held.open };
}
