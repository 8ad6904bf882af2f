import type { Db } from "@app/db/client/db";

/**
 * All rows about the money of these users without ids and dates, which differ in every run: two results are equal if and only if the same
 * operations were done.
 */
export async function readMoney(db: Db, userIds: readonly string[]) {
  return db.$transaction(async (tx) => {
    const people = [];
    for (const userId of userIds) {
      const where = { userId };
      const { credits, planKey } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      const ledger = await tx.creditLedger.findMany({
        where,
        select: { delta: true, reason: true, balanceAfter: true },
        orderBy: { seq: "asc" },
      });
      people.push({
        credits,
        owedToLedger: credits - ledger.reduce((sum, entry) => sum + entry.delta, 0),
        planKey,
        ledger,
        payments: await tx.payment.findMany({ where, select: { amountCents: true, type: true, creditsGranted: true } }),
        subscriptions: await tx.subscription.findMany({ where, select: { planKey: true, status: true } }),
        schedules: await tx.subscriptionCreditSchedule.findMany({
          where,
          select: { grantsRemaining: true, totalCreditsRemaining: true, nextGrantAt: true },
          orderBy: [{ nextGrantAt: "asc" }, { grantsRemaining: "asc" }],
        }),
        generations: await tx.generationHistory.findMany({ where, select: { status: true, error: true } }),
        chat: await tx.chatSession.findMany({
          where,
          select: { totalMessages: true, totalCreditsUsed: true, messages: { select: { content: true } } },
        }),
        grantedEvents: await tx.webhookEvent.count({ where: { ...where, outcome: "granted" } }),
        mailsQueued: await countMails(tx, userId),
        audited: await tx.auditLog.count({ where: { actorId: userId } }),
      });
    }
    return people;
  });
}

async function countMails(tx: Pick<Db, "$queryRaw">, userId: string): Promise<number | undefined> {
  const [jobs] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM payment p JOIN graphile_worker.jobs j ON j.key = 'purchase-confirmation:' || p.id
    WHERE p."userId" = ${userId}`;
  return jobs?.count;
}
