import type { ServiceContext } from "../context";
import { reconcileCheckout } from "./reconcile-checkout";
import { reconcileSubscription } from "./reconcile-subscription";

const ROWS_PER_PAGE = 100;

export interface Reconciliation {
  checkouts: number;
  subscriptions: number;
  /** Payments that were missing and have been granted now. */
  granted: number;
  /** What the provider could not be asked about, or answered nonsense to. */
  failed: number;
}

/**
 * Asks the provider about every checkout opened since a time that is not known to be paid, and about the last payment of every
 * subscription that is not canceled: whatever it took money for and could not tell us of is granted. Doing it twice does nothing more.
 */
export async function reconcileBilling(ctx: ServiceContext, since: Date): Promise<Reconciliation> {
  const result: Reconciliation = { checkouts: 0, subscriptions: 0, granted: 0, failed: 0 };
  for await (const id of openCheckouts(ctx, since)) {
    result.checkouts += 1;
    await count(ctx, result, async () => (await reconcileCheckout(ctx, id)).granted);
  }
  for await (const id of liveSubscriptions(ctx)) {
    result.subscriptions += 1;
    await count(ctx, result, () => reconcileSubscription(ctx, id));
  }
  return result;
}

/** One that fails must not keep the others from being looked at. */
async function count(ctx: ServiceContext, result: Reconciliation, ask: () => Promise<boolean>): Promise<void> {
  try {
    if (await ask()) result.granted += 1;
  } catch (error) {
    ctx.log.warn({ err: error }, "could not be reconciled");
    result.failed += 1;
  }
}

async function* openCheckouts(ctx: ServiceContext, since: Date): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.checkout.findMany({
      where: { status: "open", createdAt: { gte: since }, id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function* liveSubscriptions(ctx: ServiceContext): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.subscription.findMany({
      where: { status: { not: "canceled" }, id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}
