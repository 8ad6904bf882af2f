import type { DbOrTx } from "@app/db/client";
import { mailJobKey } from "../jobs/mail-jobs";
import { queueJob } from "../jobs/queue-job";

/** Queues the mail whose link confirms a user's address. One waits at most, however often it is asked for. */
export async function queueVerification(
  tx: DbOrTx,
  { userId, locale, now }: { userId: string; locale: string | undefined; now: Date },
): Promise<void> {
  const payload = { userId, locale: locale ?? null, askedAt: now.toISOString() };
  await queueJob(tx, "send-verification", payload, { key: mailJobKey["send-verification"](payload) });
}
