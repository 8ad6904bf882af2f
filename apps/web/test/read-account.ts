import type { TestApp } from "./start-test-app";

/** Everything the use of the service changes of one user, oldest first: equal before and after where nothing may be written. */
export async function readAccount({ db }: TestApp, userId: string) {
  const { credits } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    credits,
    ledger: await db.creditLedger.findMany({
      where: { userId },
      select: { delta: true, reason: true, paymentId: true, balanceAfter: true },
      orderBy: { seq: "asc" },
    }),
    generations: await db.generationHistory.findMany({ where: { userId }, orderBy: { id: "asc" } }),
    chats: await db.chatSession.findMany({ where: { userId }, orderBy: { id: "asc" } }),
    messages: await db.chatMessage.findMany({
      where: { session: { userId } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
  };
}
