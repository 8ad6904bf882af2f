import type { TestApp } from "./start-test-app";

/** What a payment says of the purchase itself. */
const PAYMENT_COLUMNS = {
  id: true,
  provider: true,
  providerPaymentId: true,
  providerTransactionId: true,
  userId: true,
  amountCents: true,
  currency: true,
  status: true,
  type: true,
  planKey: true,
  subscriptionId: true,
  creditsGranted: true,
  createdAt: true,
} as const;

/** Everything that is money or leads to it, of one user, oldest first. */
export async function readBillingState({ db }: TestApp, userId: string) {
  const { credits, planKey } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const where = { userId };
  return {
    credits,
    planKey,
    ledger: await db.creditLedger.findMany({
      where,
      select: { delta: true, reason: true, paymentId: true, balanceAfter: true },
      orderBy: { seq: "asc" },
    }),
    payments: await db.payment.findMany({ where, select: PAYMENT_COLUMNS, orderBy: { createdAt: "asc" } }),
    subscriptions: await db.subscription.findMany({ where, orderBy: { createdAt: "asc" } }),
    schedules: await db.subscriptionCreditSchedule.findMany({ where, orderBy: { createdAt: "asc" } }),
  };
}

/** How many rows of each kind there are, of all users: equal before and after where nothing may be written. */
export async function countRows({ db }: TestApp) {
  const [jobs] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM graphile_worker.jobs`;
  return {
    ledger: await db.creditLedger.count(),
    payments: await db.payment.count(),
    subscriptions: await db.subscription.count(),
    schedules: await db.subscriptionCreditSchedule.count(),
    audit: await db.auditLog.count(),
    jobs: jobs?.count,
  };
}
