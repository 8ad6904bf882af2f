import type { Db } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { batchPerDatabase } from "../platform/batch";
import { ALREADY_RECORDED, type EventOutcome } from "./event-outcome";
import { decidePlainPayment, type PlainPayment } from "./plain-payment";
import { splitApart } from "./split-apart";
import type { StoredEvent } from "./store-provider-event";
import { writePlainPayments } from "./write-plain-payments";

/** What became of a payment; null when nothing was written. */
type Written = "granted" | "duplicate" | null;

const gathered = batchPerDatabase(writeTogether);

/**
 * The short way of `recordPurchase`, for what nearly every payment is: one that asks for nothing but what the event itself says, or one
 * that is recorded already. One statement writes all of it, for the payments that are announced at the same time together.
 * @returns null when nothing was written and the payment has to go the long way
 * @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key
 */
export async function recordPlainPayment(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome | null> {
  const payment = decidePlainPayment(ctx, stored);
  if (!payment) return null;
  const outcome = await gathered(ctx.db, payment);
  if (outcome === null) return null;
  const { userId, detail } = payment;
  return { outcome, detail: outcome === "duplicate" ? ALREADY_RECORDED : detail, userId };
}

/** Of what shares a payment or a buyer each waits for the one before; when one fails, those behind it are not tried. */
async function writeTogether(db: Db, payments: readonly PlainPayment[]): Promise<Written[]> {
  const outcomes = new Map<string, Written>();
  for (const group of splitApart(payments, keysOf)) {
    const isWritten = await writeGroup(db, group, outcomes);
    if (isWritten) continue;
    // None of them is: each is tried by itself, so that one does not fail for another.
    if (group.length > 1) await Promise.all(group.map((payment) => writeGroup(db, [payment], outcomes)));
    break;
  }
  return payments.map(({ inboxId }) => outcomes.get(inboxId) ?? null);
}

async function writeGroup(db: Db, group: readonly PlainPayment[], outcomes: Map<string, Written>): Promise<boolean> {
  try {
    for (const { inboxId, isGranted } of await writePlainPayments(db, group))
      outcomes.set(inboxId, isGranted ? "granted" : "duplicate");
    return true;
  } catch {
    // The long way says what is wrong.
    return false;
  }
}

/** One statement can write a row only once, and sees nothing of what it writes itself. */
function keysOf({ inboxId, paymentId, transactionId, subscriptionId, userId }: PlainPayment): string[] {
  return [
    `event ${inboxId}`,
    `payment ${paymentId}`,
    `user ${userId}`,
    ...(transactionId === null ? [] : [`transaction ${transactionId}`]),
    ...(subscriptionId === null ? [] : [`subscription ${subscriptionId}`]),
  ];
}
