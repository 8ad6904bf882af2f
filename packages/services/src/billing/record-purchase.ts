import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import type { Purchase } from "@app/core/billing/read-purchase";
import type { SubscriptionPlan } from "@app/core/catalogue/plans";
import { purchaseGrant } from "@app/core/credits/purchase-grant";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client";
import type { ServiceContext } from "../context";
import { type Grant, grantCredits } from "../credits/grant-credits";
import { mailJobKey } from "../jobs/mail-jobs";
import { queueJob } from "../jobs/queue-job";
import { resetSchedule, settleBeforeReset } from "../schedule/reset-schedule";
import { applyWaitingEvents } from "./apply-waiting-events";
import { ALREADY_RECORDED, type EventOutcome, setEventOutcome } from "./event-outcome";
import { queueReplacement } from "./queue-replacement";
import { upsertPaidSubscription } from "./upsert-paid-subscription";

/** Everything a purchase writes goes through this transaction; the database ends one that takes longer. */
const PURCHASE_TRANSACTION_MAX_MS = 15_000;

/**
 * A payment has been made: the payment row, the subscription, the credits with their ledger entry, the instalment schedule, the
 * confirmation mail and the inbox's outcome are written in one transaction. The insert of the payment is the gate: whoever comes
 * second, at the same moment or years later, finds it taken and changes nothing.
 * @throws AppError `bad_request` when the event has no id to know the payment by, or the buyer has deleted the account
 */
export async function recordPurchase(
  ctx: ServiceContext,
  inboxId: string,
  event: ProviderEvent,
  purchase: Purchase,
): Promise<EventOutcome> {
  // Without an id of its own a payment could not be told from its duplicates.
  if (event.paymentId === null) throw new AppError("bad_request", "id must be a non-empty string");
  const now = ctx.now();
  return ctx.db.$transaction(
    async (tx) => {
      const paymentId = await insertPayment(ctx, tx, event, purchase, now);
      const outcome: EventOutcome = paymentId
        ? await grantPurchase(ctx, tx, { paymentId, event, purchase, now })
        : { outcome: "duplicate", detail: ALREADY_RECORDED, userId: purchase.userId };
      // Also for the event that came second: the first of a payment's events need not have named its checkout.
      await queueReplacement(tx, event.checkoutId);
      await setEventOutcome(tx, inboxId, outcome, now);
      return outcome;
    },
    { timeout: PURCHASE_TRANSACTION_MAX_MS },
  );
}

async function insertPayment(
  ctx: ServiceContext,
  tx: Tx,
  event: ProviderEvent,
  { userId, item }: Purchase,
  now: Date,
): Promise<string | null> {
  const planKey = item.kind === "subscription" ? item.key : null;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO payment (id, provider, "providerPaymentId", "providerTransactionId", "userId", "amountCents", currency, status, type,
      "planKey", "subscriptionId", "creditsGranted", "createdAt")
    VALUES (${event.paymentId}, ${ctx.config.providerName}, ${event.paymentId}, ${event.transactionId}, ${userId}, ${event.amountCents}, 'usd',
      'succeeded', ${item.kind}, ${planKey}, ${event.subscriptionId}, ${purchaseGrant(item).credits}, ${now}::timestamptz)
    ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows[0]?.id ?? null;
}

interface NewPayment {
  paymentId: string;
  event: ProviderEvent;
  purchase: Purchase;
  now: Date;
}

async function grantPurchase(ctx: ServiceContext, tx: Tx, payment: NewPayment): Promise<EventOutcome> {
  const { paymentId, purchase, now } = payment;
  const { credits, reason } = purchaseGrant(purchase.item);
  const grant: Grant = { entryId: paymentId, userId: purchase.userId, delta: credits, reason, reference: paymentId };
  if (purchase.item.kind === "subscription") {
    await grantSubscription(ctx, tx, payment, purchase.item, grant);
  } else {
    await grantCredits(tx, [grant], now);
  }
  await refuseDeletedBuyer(tx, purchase.userId);
  await queueJob(
    tx,
    "send-purchase-confirmation",
    { paymentId },
    { key: mailJobKey["send-purchase-confirmation"]({ paymentId }) },
  );
  return { outcome: "granted", detail: `${credits} credits`, userId: purchase.userId };
}

/** Asked once the grant has locked the user, so that a deletion comes either before the purchase or after it. */
async function refuseDeletedBuyer(tx: Tx, userId: string): Promise<void> {
  const { deletedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { deletedAt: true } });
  if (deletedAt) throw new AppError("bad_request", "metadata.userId is a deleted account");
}

/** Locks in the order kept everywhere: subscription, schedule, user. */
async function grantSubscription(
  ctx: ServiceContext,
  tx: Tx,
  payment: NewPayment,
  plan: SubscriptionPlan,
  grant: Grant,
): Promise<void> {
  const { paymentId, event, purchase, now } = payment;
  const subscriptionId = event.subscriptionId ?? paymentId;
  const { isNewest, isNew } = await upsertPaidSubscription(tx, {
    subscriptionId,
    provider: ctx.config.providerName,
    userId: purchase.userId,
    plan,
    event,
    now,
  });
  if (isNew) await applyWaitingEvents(tx, { subscriptionId, now });
  const settled = await settleBeforeReset(tx, { subscriptionId, plan, now });
  await grantCredits(tx, [...settled, grant], now);
  if (isNewest) await tx.user.update({ where: { id: purchase.userId }, data: { planKey: plan.key, updatedAt: now } });
  await resetSchedule(tx, { subscriptionId, userId: purchase.userId, plan, paidAt: now });
}
