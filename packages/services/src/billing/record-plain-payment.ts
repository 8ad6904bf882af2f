import type { Db } from "@app/db/client";
import type { ServiceContext } from "../context";
import { gathererOfDb } from "../gathering/gatherer-of-db";
import type { EventOutcome } from "./event-outcome";
import { decidePlainPayment, type PlainPayment } from "./plain-payment";
import type { StoredEvent } from "./store-provider-event";
import { writePlainPayments } from "./write-plain-payments";

const payments = gathererOfDb<PlainPayment, "granted" | "duplicate" | null>({
  run: writeInOrder,
  itemsPerRunMax: 64,
  runsAtOnceMax: 2,
  keysOf,
});

/**
 * The short way of `recordPurchase`, for what nearly every payment is: one that asks for nothing but what the event itself says, or one
 * that is recorded already. One statement writes all of it, for the payments that are announced at the same time together.
 * @returns null when nothing was written and the payment has to go the long way
 * @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key
 */
export async function recordPlainPayment(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome | null> {
  const payment = decidePlainPayment(ctx, stored);
  if (!payment) return null;
  const outcome = await payments(ctx.db)
    .add(payment)
    .catch((error: unknown) => {
      // None of the statement's payments is written then: the long way takes each alone, and says what is wrong with it.
      ctx.log.warn({ err: error }, "payments could not be written together");
      return null;
    });
  if (outcome === null) return null;
  const { userId, credits } = payment;
  if (outcome === "duplicate") return { outcome, detail: "this payment is already recorded", userId };
  return { outcome, detail: `${credits} credits`, userId };
}

async function writeInOrder(db: Db, rows: readonly PlainPayment[]) {
  const written = await writePlainPayments(db, rows);
  const outcomes = new Map(
    written.map(({ inboxId, isGranted }) => [inboxId, isGranted ? "granted" : "duplicate"] as const),
  );
  return rows.map(({ inboxId }) => outcomes.get(inboxId) ?? null);
}

/** One statement can write a row once only, and sees nothing of what it writes itself. */
function keysOf({ paymentId, transactionId, subscriptionId, userId }: PlainPayment): string[] {
  return [
    `payment ${paymentId}`,
    `user ${userId}`,
    ...(transactionId === null ? [] : [`transaction ${transactionId}`]),
    ...(subscriptionId === null ? [] : [`subscription ${subscriptionId}`]),
  ];
}
