import { createHash } from "node:crypto";
import { MAIL_BACKOFF_RESET_SECONDS, MAIL_BACKOFF_SECONDS } from "@app/core/limits/rate-limits";
import type { ServiceContext } from "../context";
import { CLOCK_DIFFERENCE_MAX_MS } from "./database-clock";

/** One kind of mail to one address. */
export interface ThrottledMail {
  kind: "sign-in-link" | "password-reset" | "verification" | "webhook-paused";
  email: string;
}

/**
 * Sends a mail unless another of its kind went to the same address a short while ago. A mail that could not be sent does not count.
 * @returns null when the mail was sent, otherwise the time to send it, for which the caller queues it again
 */
export async function throttleMail(
  ctx: ServiceContext,
  mail: ThrottledMail,
  send: () => Promise<void>,
): Promise<Date | null> {
  if (!ctx.config.limits) {
    await send();
    return null;
  }
  const key = keyOf(mail);
  const due = await claim(ctx, key);
  if (due) return due;
  try {
    await send();
  } catch (error) {
    await releaseClaim(ctx, key);
    throw error;
  }
  return null;
}

/**
 * The row counts the mails of a series. `endsAt` is one hour after the last mail, so it also says when that was sent. One statement checks
 * and writes, so that only one of two concurrent jobs sends.
 */
async function claim({ db, now }: ServiceContext, key: string): Promise<Date | null> {
  const at = now();
  const sent = await db.$executeRaw`
    INSERT INTO rate_limit (key, hits, "endsAt")
    VALUES (${key}, 1, ${at}::timestamptz + ${MAIL_BACKOFF_RESET_SECONDS}::int * interval '1 second')
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit."endsAt" <= ${at}::timestamptz THEN 1 ELSE rate_limit.hits + 1 END,
      "endsAt" = excluded."endsAt"
    WHERE rate_limit."endsAt" <= excluded."endsAt"
      - (${[...MAIL_BACKOFF_SECONDS]}::int[])[least(greatest(rate_limit.hits, 1), ${MAIL_BACKOFF_SECONDS.length}::int)] * interval '1 second'`;
  if (sent > 0) return null;
  // After a clock was ahead, the last mail is in the future and would delay the next one until then. Small clock differences change nothing.
  const [row] = await db.$queryRaw<{ hits: number; endsAt: Date }[]>`
    UPDATE rate_limit SET
      "endsAt" = least("endsAt", ${at}::timestamptz + ${MAIL_BACKOFF_RESET_SECONDS}::int * interval '1 second' + ${CLOCK_DIFFERENCE_MAX_MS}::int * interval '1 millisecond')
    WHERE key = ${key} RETURNING hits, "endsAt"`;
  const sentAtMs = (row?.endsAt.getTime() ?? at.getTime()) - MAIL_BACKOFF_RESET_SECONDS * 1000;
  return new Date(Math.max(at.getTime(), sentAtMs + backoffMs(row?.hits ?? 1)));
}

function backoffMs(sent: number): number {
  const seconds = MAIL_BACKOFF_SECONDS[Math.min(Math.max(sent, 1), MAIL_BACKOFF_SECONDS.length) - 1] ?? 0;
  return seconds * 1000;
}

/** Restores the row to the state in which this mail is due. */
async function releaseClaim({ db }: ServiceContext, key: string): Promise<void> {
  await db.$executeRaw`
    UPDATE rate_limit SET hits = hits - 1,
      "endsAt" = "endsAt" - (${[...MAIL_BACKOFF_SECONDS]}::int[])[least(greatest(hits, 1), ${MAIL_BACKOFF_SECONDS.length}::int)] * interval '1 second'
    WHERE key = ${key} AND hits > 0`;
}

function keyOf({ kind, email }: ThrottledMail): string {
  return `mail:${kind}:${createHash("sha256").update(email.toLowerCase()).digest("base64url")}`;
}
