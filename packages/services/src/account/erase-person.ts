import type { Tx } from "@app/db/client";

/** The one failure text that books are checked against: such a generation was never charged. */
const NOT_CHARGED = "Insufficient credits";

/**
 * Erases who a user was and what the user made, and keeps what the books refer to: the user, ledger, payments, subscriptions, and the
 * bare rows of generations and chats. Erasing twice changes nothing more. A generation that is open ends here: nobody waits for it.
 * @param person.email the address whose sign-in links are forgotten; null when it is erased already
 */
export async function eraseUser(tx: Tx, person: { userId: string; email: string | null; now: Date }): Promise<void> {
  const { userId, now } = person;
  await tx.$executeRaw`
    UPDATE generation_history SET prompt = '', "imageUrl" = NULL, "resultUrl" = NULL, metadata = '{}', "taskId" = NULL, "leaseUntil" = NULL,
      error = CASE WHEN error = ${NOT_CHARGED} THEN error END,
      status = CASE WHEN status IN ('pending', 'processing') THEN 'failed' ELSE status END
    WHERE "userId" = ${userId}`;
  await tx.idempotencyKey.deleteMany({ where: { userId } });
  await tx.chatMessage.deleteMany({ where: { session: { userId } } });
  await tx.chatSession.updateMany({ where: { userId }, data: { title: "" } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  // Its recovery codes go with it.
  await tx.secondFactor.deleteMany({ where: { userId } });
  if (person.email !== null) await tx.verificationToken.deleteMany({ where: { identifier: person.email } });
  await tx.user.updateMany({
    where: { id: userId, deletedAt: null },
    data: {
      email: `deleted-${userId}@deleted.invalid`.toLowerCase(),
      emailVerified: false,
      ownerProven: false,
      name: null,
      image: null,
      passwordHash: null,
      banReason: null,
      planKey: "free",
      deletedAt: now,
    },
  });
}
