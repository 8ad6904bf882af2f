import type { MoneyBack } from "@app/core/billing/event-fields";
import { formatCents } from "@app/core/billing/format-amount";
import { parseProviderEvent } from "@app/core/billing/provider-event";
import { paidFor } from "@app/core/billing/receipt";
import { Prisma, type Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { adjustRevenue } from "../statistics/roll-up-days";
import { creditsGrantedBy, takeBackEntryId } from "./payments";
import { type EventOutcome, lockEvents, type StoredEvent, setEventOutcome } from "./webhook-inbox";

/** The partial index that finds these events names this text too. */
const WAITS_FOR_PAYMENT = "waits for its payment";
const WAITING_EVENTS_MAX = 100;
/** A refund whose payment has not arrived by then most likely belongs to another shop's sale. It is tried once a day from then on. */
const OFTEN_TRIED_DAYS = 30;

interface AffectedPayment {
  id: string;
  userId: string;
  status: string;
  statusEventAt: Date | null;
  amountCents: number;
  paidCents: number | null;
  refundedCents: number;
  currency: string;
  attention: string | null;
  planKey: string | null;
  creditsGranted: number;
  periodStart: Date | null;
  periodEnd: Date | null;
  createdAt: Date;
}

/**
 * Applies a refund or a dispute (contract §11). A full refund or a dispute marks the payment and pauses the instalments it bought, in one
 * transaction. A dispute that was won resumes them. Granted credits stay: an administrator takes them back. An event whose payment is not
 * recorded yet waits in the inbox.
 */
export async function applyMoneyBack(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  const { inboxId, event } = stored;
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    await lockEvents(tx, [event]);
    const payment = event.moneyBack && (await lockPayment(tx, event.moneyBack));
    const outcome: EventOutcome =
      payment && event.moneyBack
        ? await apply(tx, payment, {
            moneyBack: event.moneyBack,
            eventAt: event.eventAt,
            wasApplied: await wasApplied(tx, stored),
            now,
          })
        : { outcome: "recorded", detail: WAITS_FOR_PAYMENT };
    await setEventOutcome(tx, inboxId, outcome, now);
    return outcome;
  });
}

/**
 * Applies the refunds and disputes that arrived before their payment was recorded. Bounded, and run every minute; what has waited for a month is tried
 * once a day. Those that were tried longest ago come first, so that events whose payment never arrives do not hold up the others. One that fails is
 * logged and has had its turn.
 */
export async function applyWaitingMoneyBack(ctx: ServiceContext): Promise<void> {
  const waiting = await ctx.db.$queryRaw<{ id: string; payload: string; receivedAt: Date }[]>`
    SELECT id, payload, "receivedAt" FROM webhook_event
    WHERE detail = ${Prisma.raw(`'${WAITS_FOR_PAYMENT}'`)}
      AND ("receivedAt" > ${ctx.now()}::timestamptz - make_interval(days => ${OFTEN_TRIED_DAYS}::int)
        OR "processedAt" < ${ctx.now()}::timestamptz - interval '1 day')
    ORDER BY "processedAt", "receivedAt" LIMIT ${WAITING_EVENTS_MAX}::int`;
  for (const { id, payload, receivedAt } of waiting) {
    try {
      const event = parseProviderEvent(JSON.parse(payload), receivedAt);
      await applyMoneyBack(ctx, { inboxId: id, event });
    } catch (error) {
      ctx.log.error({ err: error, eventId: id }, "a waiting refund or dispute could not be applied");
      await ctx.db.webhookEvent.update({ where: { id }, data: { processedAt: ctx.now() } });
    }
  }
}

async function lockPayment(tx: Tx, { orderId, transactionId }: MoneyBack): Promise<AffectedPayment | null> {
  // A transaction belongs to one payment. Several payments of a subscription may share an order, so that a payment with another transaction
  // is not meant: the refunded renewal may not be recorded yet.
  const rows = await tx.$queryRaw<AffectedPayment[]>`
    SELECT id, "userId", status, "statusEventAt", "amountCents", "paidCents", "refundedCents", currency, attention, "planKey",
      "creditsGranted", "periodStart", "periodEnd", "createdAt" FROM payment
    WHERE "providerTransactionId" = ${transactionId} OR ((id = ${orderId} OR "providerOrderId" = ${orderId})
      AND ("subscriptionId" IS NULL OR ${transactionId}::text IS NULL OR "providerTransactionId" IS NULL))
    ORDER BY coalesce("providerTransactionId" = ${transactionId}, false) DESC, coalesce(id = ${orderId}, false) DESC, "createdAt"
    LIMIT 1 FOR NO KEY UPDATE`;
  return rows[0] ?? null;
}

interface Applied {
  moneyBack: MoneyBack;
  eventAt: Date;
  /** Another delivery of the same event was applied. */
  wasApplied: boolean;
  now: Date;
}

/** Whether another delivery of the event was applied: the provider sends it again, or to a second webhook with the same address. */
async function wasApplied(tx: Tx, { inboxId, event: { eventId, eventType, eventAt } }: StoredEvent): Promise<boolean> {
  const [other] = await tx.$queryRaw<{ exists: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM webhook_event WHERE "eventType" = ${eventType} AND "receivedAt" > ${eventAt}::timestamptz - interval '1 day'
        AND "providerEventId" = ${eventId} AND outcome = 'updated' AND id <> ${inboxId}
    )`;
  return other?.exists ?? false;
}

async function apply(tx: Tx, payment: AffectedPayment, applied: Applied): Promise<EventOutcome> {
  const { moneyBack, eventAt } = applied;
  const state = stateOf(moneyBack, payment);
  const owner = { userId: payment.userId };
  // A full refund is final. Of disputes the newest event by the provider's clock counts, once: administrators may have dealt with it since. A part
  // that was refunded before a dispute stays refunded when that is won.
  const known = payment.statusEventAt;
  const isRepeated =
    payment.status === (state === "dispute_won" ? "succeeded" : state) && known?.getTime() === eventAt.getTime();
  const isOld = known !== null && (known > eventAt || isRepeated);
  if (payment.status === "refunded" || (isOld && state !== "refunded" && state !== "partly_refunded"))
    return { outcome: "recorded", detail: "older than what is known", ...owner };
  switch (state) {
    case "pending":
      return { outcome: "recorded", detail: "refund has not happened", ...owner };
    case "partly_refunded": {
      // An administrator may have dealt with it since.
      if (applied.wasApplied) return { outcome: "recorded", detail: "this event was applied already", ...owner };
      // An event names the sum of all refunds so far, or its own alone. That of an earlier refund may arrive later.
      const refundedCents = Math.max(moneyBack.amountCents, payment.refundedCents);
      const money = (cents: number) => formatCents(cents, payment.currency);
      const part = `Refunded in part: ${money(refundedCents)} of ${money(totalOf(payment))}`;
      // Nothing else tells of credits that are still missing.
      const missing = CREDITS_MISSING.exec(payment.attention ?? "")?.[0];
      const attention = missing === undefined ? part : `${missing}. ${part}`;
      // No state of a dispute: an event of one that arrives later still counts, though it is older.
      await tx.payment.update({ where: { id: payment.id }, data: { attention, refundedCents } });
      return { outcome: "updated", detail: attention, ...owner };
    }
    case "refunded":
    case "disputed": {
      await setStatus(tx, payment, state, applied);
      const paused = await pauseInstalments(tx, payment.id, state === "refunded" ? "refund" : "dispute", applied.now);
      return { outcome: "updated", detail: `payment ${state}${paused > 0 ? ", instalments paused" : ""}`, ...owner };
    }
    case "dispute_won":
      return { outcome: "updated", detail: await settleWonDispute(tx, payment, applied), ...owner };
  }
}

const CREDITS_MISSING =
  /^(?:Dispute won, but \d+ of its credits were taken back or not granted|This renewal has replaced stopped instalments of \d+ credits)/;

/**
 * Counts the payment again and resumes its instalments. Administrators are asked to look where the customer has paid for credits that no
 * instalment brings: they were taken back, or a renewal replaced the instalments while they were paused.
 * @returns the inbox's detail
 */
async function settleWonDispute(tx: Tx, payment: AffectedPayment, applied: Applied): Promise<string> {
  await setStatus(tx, payment, "succeeded", applied);
  const { count: resumed } = await tx.subscriptionCreditSchedule.updateMany({
    where: { paymentId: payment.id, pauseReason: "dispute" },
    data: { pausedAt: null, pauseReason: null, updatedAt: applied.now },
  });
  const missing = await creditsMissing(tx, payment);
  if (missing <= 0) {
    const stopped = await tx.subscriptionCreditSchedule.count({
      where: { paymentId: payment.id, pauseReason: "admin" },
    });
    const instalments = resumed > 0 ? ", instalments resumed" : stopped > 0 ? ", instalments stay stopped" : "";
    return `dispute won${instalments}`;
  }
  const attention = `Dispute won, but ${missing} of its credits were taken back or not granted`;
  await tx.payment.update({ where: { id: payment.id }, data: { attention } });
  return attention;
}

/** Credits of a payment that its buyer neither has got and kept nor will get. Nobody misses those that went with a deleted account. */
async function creditsMissing(tx: Tx, payment: AffectedPayment): Promise<number> {
  const { id, userId } = payment;
  const buyer = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { deletedAt: true } });
  if (buyer.deletedAt) return 0;
  const granted = await creditsGrantedBy(tx, id);
  const takenBack = await tx.creditLedger.findUnique({ where: { id: takeBackEntryId(id) }, select: { delta: true } });
  const schedule = await tx.subscriptionCreditSchedule.findFirst({ where: { paymentId: id } });
  return paidFor(payment).credits.total - granted - (takenBack?.delta ?? 0) - (schedule?.totalCreditsRemaining ?? 0);
}

/** What the buyer paid in all. */
const totalOf = ({ paidCents, amountCents }: AffectedPayment) => paidCents ?? amountCents;

/** Where the event does not say what was paid, a refund is full when it reaches what the payment says. */
function stateOf({ state, amountCents, isPaidNamed }: MoneyBack, payment: AffectedPayment): MoneyBack["state"] {
  const isFull = !isPaidNamed && amountCents > 0 && amountCents >= totalOf(payment);
  return state === "partly_refunded" && isFull ? "refunded" : state;
}

/** Sets the payment's status, and corrects the revenue of its day: revenue counts payments that succeeded. */
async function setStatus(
  tx: Tx,
  payment: AffectedPayment,
  status: "succeeded" | "refunded" | "disputed",
  { eventAt, moneyBack }: Applied,
): Promise<void> {
  const attention = status === "succeeded" ? null : status;
  const returned = status === "refunded" ? { refundedCents: Math.max(moneyBack.amountCents, totalOf(payment)) } : {};
  await tx.payment.update({
    where: { id: payment.id },
    data: { status, attention, statusEventAt: eventAt, ...returned },
  });
  const [countedBefore, countsNow] = [payment.status === "succeeded", status === "succeeded"];
  if (countedBefore !== countsNow)
    await adjustRevenue(tx, payment.createdAt, countsNow ? payment.amountCents : -payment.amountCents);
}

/**
 * Pauses the instalments of a payment. One that an administrator has stopped keeps that reason. Waits for a cron run that has locked it.
 * @returns the number of schedules: none for a payment without instalments
 */
function pauseInstalments(tx: Tx, paymentId: string, reason: "refund" | "dispute", now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE subscription_credit_schedule SET "pausedAt" = coalesce("pausedAt", ${now}::timestamptz),
      "pauseReason" = CASE WHEN "pauseReason" = 'admin' THEN 'admin' ELSE ${reason} END, "updatedAt" = ${now}::timestamptz
    WHERE "paymentId" = ${paymentId}`;
}
