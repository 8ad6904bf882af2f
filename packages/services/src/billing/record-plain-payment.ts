import type { Db } from "@app/db/client";
import type { ServiceContext } from "../context";
import { createGatherer } from "../credits/gather";
import type { EventOutcome } from "./event-outcome";
import { decidePlainPayment, type PlainPayment } from "./plain-payment";
import { splitApart } from "./split-apart";
import type { StoredEvent } from "./store-provider-event";
import { writePlainPayments } from "./write-plain-payments";

/** What became of a payment; null when nothing was written. */
type Written = "granted" | "duplicate" | null;

const BOUNDS = { callsMax: 2, itemsPerCallMax: 64, waitingMax: 10_000 };

const writers = new WeakMap<Db, (payment: PlainPayment) => Promise<Written>>();

/**
 * The short way of `recordPurchase`, for what nearly every payment is: one that asks for nothing but what the event itself says, or one
 * that is recorded already. One statement writes all of it, for the payments that are announced at the same time together.
 * @returns null when nothing was written and the payment has to go the long way
 * @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key
 */
export async function recordPlainPayment(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome | null> {
  const payment = decidePlainPayment(ctx, stored);
  if (!payment) return null;
  const write = writers.get(ctx.db) ?? createGatherer((payments) => writeTogether(ctx, payments), BOUNDS);
  writers.set(ctx.db, write);
  const outcome = await write(payment);
  if (outcome === null) return null;
  const { userId, credits } = payment;
  if (outcome === "duplicate") return { outcome, detail: "this payment is already recorded", userId };
  return { outcome, detail: `${credits} credits`, userId };
}

async function writeTogether(ctx: ServiceContext, payments: readonly PlainPayment[]): Promise<Written[]> {
  const outcomes = new Map<string, Written>();
  for (const group of splitApart(payments, keysOf)) {
    try {
      for (const { inboxId, isGranted } of await writePlainPayments(ctx.db, group))
        outcomes.set(inboxId, isGranted ? "granted" : "duplicate");
    } catch (error) {
      // None of the group is written then: the long way takes each alone, and says what is wrong with it.
      ctx.log.warn({ err: error }, "payments could not be written together");
    }
  }
  return payments.map(({ inboxId }) => outcomes.get(inboxId) ?? null);
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
