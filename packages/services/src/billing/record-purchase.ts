import type { SubscriptionPlan } from "@app/core/billing/catalogue";
import type { ProviderEvent } from "@app/core/billing/provider-event";
import type { Purchase } from "@app/core/billing/purchase";
import { purchaseGrant } from "@app/core/credits/grants";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import { SERVICE_ACTOR, writeAudit } from "../admin/audit-log";
import type { ServiceContext } from "../context";
import { type Grant, grantCredits } from "../credits/grant-credits";
import { queueJob } from "../platform/job-queue";
import { mailJobKey } from "../platform/mail-jobs";
import { resetSchedule, settleBeforeReset } from "../schedule/schedules";
import { completePayment, findRecordedPayment, insertPayment, lockPayments } from "./payment-rows";
import { applyWaitingEvents, upsertPaidSubscription } from "./subscription-events";
import { queueEndOfReplaced } from "./subscriptions";
import { ALREADY_RECORDED, type EventOutcome, setEventOutcome } from "./webhook-inbox";

/** Everything a purchase writes goes through this transaction; the database ends one that takes longer. */
const PURCHASE_TRANSACTION_MAX_MS = 15_000;

/**
 * Acts on an event that announces a payment. In one transaction: the payment row, the subscription, the credits with their ledger entry,
 * the instalment schedule, the confirmation mail and the inbox's outcome. Events of one subscription's payments take turns, so that two
 * that announce the same payment in different words grant it once; the insert of the payment row is the gate for all others.
 * What was not paid, and the start of a trial, grant nothing.
 * @throws AppError `bad_request` when the event has no id to know the payment by, or the buyer has deleted the account
 */
export async function recordPurchase(
  ctx: ServiceContext,
  inboxId: string,
  event: ProviderEvent,
  purchase: Purchase,
): Promise<EventOutcome> {
  const { paymentId } = event;
  // Without an id of its own a payment could not be told from its duplicates.
  if (paymentId === null) throw new AppError("bad_request", "id must be a non-empty string");
  const now = ctx.now();
  return ctx.db.$transaction(
    async (tx) => {
      const outcome = await act(ctx, tx, { paymentId, event, purchase, now });
      await setEventOutcome(tx, inboxId, { ...outcome, userId: purchase.userId }, now);
      return { ...outcome, userId: purchase.userId };
    },
    { timeout: PURCHASE_TRANSACTION_MAX_MS },
  );
}

interface NewPayment {
  paymentId: string;
  event: ProviderEvent;
  purchase: Purchase;
  now: Date;
}

async function act(ctx: ServiceContext, tx: Tx, announced: NewPayment): Promise<EventOutcome> {
  const { event, purchase } = announced;
  if (event.isTrialStart && purchase.item.kind === "subscription") {
    await startTrial(ctx, tx, announced, purchase.item);
    return { outcome: "updated", detail: "trial started, nothing paid" };
  }
  if (event.unpaidStatus !== null) return { outcome: "recorded", detail: `not paid: ${event.unpaidStatus}` };

  await lockPayments(tx, purchase.subscriptionId ?? announced.paymentId);
  const recorded = await findRecordedPayment(tx, event, purchase);
  if (recorded) await completePayment(tx, recorded, { event, purchase });
  const paymentId = recorded ? null : await insertPayment(ctx, tx, announced);
  const outcome: EventOutcome = paymentId
    ? await grantPurchase(ctx, tx, { ...announced, paymentId })
    : { outcome: "duplicate", detail: ALREADY_RECORDED };
  // Also for the event that came second: the first of a payment's events need not have named its checkout.
  await queueEndOfReplaced(tx, event.checkoutId);
  return outcome;
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
  await auditOtherProduct(tx, payment);
  const mailKey = mailJobKey["send-purchase-confirmation"]({ paymentId });
  await queueJob(tx, "send-purchase-confirmation", { paymentId }, { key: mailKey });
  return { outcome: "granted", detail: grantDetail(credits, purchase) };
}

/** What the inbox says of an event that granted. */
export function grantDetail(credits: number, { attention }: Pick<Purchase, "attention">): string {
  return [`${credits} credits`, ...(attention === null ? [] : [attention])].join("; ");
}

async function auditOtherProduct(tx: Tx, { paymentId, purchase, now }: NewPayment): Promise<void> {
  if (purchase.otherKeyInMetadata === null) return;
  const detail = { paymentId, paidFor: purchase.item.key, metadata: purchase.otherKeyInMetadata };
  await writeAudit(tx, {
    actorId: SERVICE_ACTOR,
    action: "payment.other_product",
    targetId: purchase.userId,
    detail,
    now,
  });
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
  const { paymentId, purchase, now } = payment;
  const { subscriptionId, isNewest } = await moveSubscriptionOn(ctx, tx, payment, plan, "active");
  const settled = await settleBeforeReset(tx, { subscriptionId, plan, now });
  await grantCredits(tx, [...settled, grant], now);
  if (isNewest) await tx.user.update({ where: { id: purchase.userId }, data: { planKey: plan.key, updatedAt: now } });
  await resetSchedule(tx, { subscriptionId, paymentId, userId: purchase.userId, plan, paidAt: now });
}

/** The plan runs from now on; its credits come with the first payment. */
async function startTrial(ctx: ServiceContext, tx: Tx, trial: NewPayment, plan: SubscriptionPlan): Promise<void> {
  const { purchase, now } = trial;
  const { isNewest } = await moveSubscriptionOn(ctx, tx, trial, plan, "trialing");
  if (isNewest) await tx.user.update({ where: { id: purchase.userId }, data: { planKey: plan.key, updatedAt: now } });
  await refuseDeletedBuyer(tx, purchase.userId);
  await queueEndOfReplaced(tx, trial.event.checkoutId);
}

/** Creates the subscription, with the events that came before it, or moves the one that is there on. */
async function moveSubscriptionOn(
  ctx: ServiceContext,
  tx: Tx,
  { paymentId, event, purchase, now }: NewPayment,
  plan: SubscriptionPlan,
  status: "active" | "trialing",
): Promise<{ subscriptionId: string; isNewest: boolean }> {
  const subscriptionId = purchase.subscriptionId ?? paymentId;
  const provider = ctx.config.providerName;
  const paid = { subscriptionId, provider, userId: purchase.userId, plan, event, status, now };
  const { isNewest, isNew } = await upsertPaidSubscription(tx, paid);
  if (isNew) await applyWaitingEvents(tx, { subscriptionId, now });
  return { subscriptionId, isNewest };
}
