import { findCatalogueItem, findPlan, totalCredits } from "@app/core/billing/catalogue";
import { renews } from "@app/core/billing/subscription-status";
import { purchaseGrant } from "@app/core/credits/grants";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import type { ProviderEvent } from "@app/sandbox/payments/events";
import type { Subscription, Transaction } from "@app/sandbox/payments/payment-state";
import { creditsGrantedBy } from "../../../src/billing/payments";
import { verifyLedger } from "../../../src/ledger/verify-ledger";
import type { Customer } from "./customer";
import { isKept } from "./provider-books";

/** Differences between the service and the provider's books that no document explains. */
export async function findDifferences(customer: Customer): Promise<string[]> {
  const lists = [
    await compareStatuses(customer),
    await compareRenewing(customer),
    ...(customer.isDeleted
      ? [await compareDeletedAccount(customer)]
      : [
          await comparePlan(customer),
          await compareCharges(customer),
          await compareInstalments(customer),
          await compareCredits(customer),
          await compareCases(customer),
        ]),
  ];
  return lists.flat();
}

export async function findLedgerDifferences({ service }: Customer): Promise<string[]> {
  return (await verifyLedger(service.db)).differences.map((one) => `ledger: ${JSON.stringify(one)}`);
}

async function compareStatuses(customer: Customer): Promise<string[]> {
  const { service, books, userId, isDeleted } = customer;
  const rows = await service.db.subscription.findMany({ where: { userId } });
  return books.subscriptions.flatMap(({ id, status }) => {
    const row = rows.find((one) => one.id === id);
    // The purchase of a deleted account is refused.
    if (!row) return isDeleted ? [] : [`${id} is not known`];
    // The service's own word for a plan whose charge is overdue.
    if (row.status === "expired" && renews(status)) return [];
    return row.status === status ? [] : [`${id} is ${status} at the provider, and ${row.status} here`];
  });
}

async function compareRenewing({ books, isDeleted, service, userId }: Customer): Promise<string[]> {
  const renewing = books.subscriptions.filter(({ status }) => renews(status));
  if (isDeleted) {
    // Documented: a plan whose first event came after the deletion is not known here. An administrator returns its payment.
    const known = await service.db.subscription.findMany({ where: { userId }, select: { id: true } });
    const renewingHere = renewing.filter(({ id }) => known.some((one) => one.id === id));
    return renewingHere.map(({ id }) => `the account is deleted, and ${id} renews`);
  }
  // Documented: the service cannot refuse a resumption on the provider's own pages. Billing says that both renew.
  if (renewing.length < 2 || renewing.some(({ id }) => books.resumedOnOwnPages.has(id))) return [];
  return [`${renewing.length} plans renew: ${renewing.map(({ id }) => id).join(", ")}`];
}

async function compareDeletedAccount({ service, userId }: Customer): Promise<string[]> {
  const schedules = await service.db.subscriptionCreditSchedule.count({ where: { userId } });
  return schedules > 0 ? ["the account is deleted, and has instalments"] : [];
}

async function comparePlan(customer: Customer): Promise<string[]> {
  const { books, service, userId, life, given, canceledByAdminAt } = customer;
  // An administrator cannot choose which of two to cancel. The other one may have a plan that was given before.
  if (customer.hadTwoPlansAtCancellation) return [];
  const { planKey } = await service.db.user.findUniqueOrThrow({ where: { id: userId } });
  const running = books.subscriptions.filter(({ status, periodEnd }) => status !== "canceled" && periodEnd > life.now);
  const lastCharged = (one: Subscription) => (books.chargesOf(one.id).at(-1) ?? one).createdAt.getTime();
  if (planKey === "free") {
    // Documented: an administrator's cancellation takes the plan at once, until the next payment or resumption.
    const isDue = (one: Subscription) =>
      lastCharged(one) > (canceledByAdminAt?.getTime() ?? 0) ||
      (renews(one.status) && !books.resumedOnOwnPages.has(one.id));
    return running.filter(isDue).map((one) => `on Free, although ${one.id} is paid: ${books.planOf(one)}`);
  }
  if (given) {
    // Documented: a plan that is given lasts until the next charge, or until a subscription ends. One that is new here is a purchase.
    const isOver = (one: Subscription) =>
      !given.known.has(one.id) ||
      lastCharged(one) > given.at.getTime() ||
      (one.periodEnd > given.at && one.periodEnd <= life.now);
    if (planKey === given.planKey || books.subscriptions.some(isOver)) return [];
    return [`plan ${planKey}, although an administrator has given ${given.planKey}`];
  }
  // Documented: a plan stays until its paid period is over, also where another one renews.
  const paidFor = books.subscriptions.filter(({ periodEnd }) => periodEnd > life.now);
  const newestFirst = paidFor.toSorted((a, b) => lastCharged(b) - lastCharged(a));
  // After an administrator's cancellation it is the plan that was paid for or resumed last. After a trial it may be an older one of the same plan.
  const hadTrial = books.subscriptions.some(({ id }) => books.chargesOf(id).length === 0);
  const expected = canceledByAdminAt || hadTrial ? newestFirst : newestFirst.slice(0, 1);
  const plans = expected.map((one) => books.planOf(one));
  return plans.includes(planKey) ? [] : [`plan ${planKey}, although the provider has ${plans.join(" and ") || "none"}`];
}

const PAYMENT_STATUS: Readonly<Record<Transaction["status"], string>> = {
  paid: "succeeded",
  partialRefund: "succeeded",
  refunded: "refunded",
  chargedBack: "disputed",
};

/** A payment that was refunded or disputed before the service asked for its lost event brings nothing. */
const neverCame = ({ books, post }: Customer, charge: Transaction) =>
  books.wasReturned(charge) && post.lostCharges.has(charge.id);

/**
 * Whether the service cannot know what became of a charge, because the event of a refund or dispute was lost. Documented: only where nothing but
 * the last payment's full refund or dispute is missing, the provider's response about the subscription tells of it.
 */
function isUnknown({ books, post }: Customer, charge: Transaction): boolean {
  const events = books.moneyBackEvents.get(charge.id) ?? [];
  const come = events.filter(({ id }) => post.delivered.has(id));
  if (come.length === events.length) return false;
  const isLast = charge.id === books.chargesOf(charge.subscriptionId ?? "").at(-1)?.id;
  return isKept(charge) || !isLast || !come.every(isInPart);
}

const isInPart = ({ eventType, object }: ProviderEvent) =>
  eventType === "refund.created" && Object(object["transaction"]).status === "partialRefund";

async function compareCharges(customer: Customer): Promise<string[]> {
  const { books, service, userId } = customer;
  const payments = await service.db.payment.findMany({ where: { userId } });
  const unknown = new Set(books.charges.filter((charge) => isUnknown(customer, charge)).map(({ id }) => id));
  // What was refunded before a dispute stays, and counts again when that is won.
  const stateOf = (id: string, status: string | null, refundedCents: number) =>
    unknown.has(id) ? "unknown" : `${status} ${status === "disputed" ? "" : refundedCents}`;
  const recorded = payments.map(({ providerTransactionId, planKey, creditsGranted, status, refundedCents }) => {
    const id = providerTransactionId ?? "";
    return [id, planKey, creditsGranted, stateOf(id, status, refundedCents)].join(" ");
  });
  const lineOf = (charge: Transaction) => {
    const item = itemOf(books, charge);
    const planKey = item?.kind === "subscription" ? item.key : null;
    const credits = item ? purchaseGrant(item).credits : 0;
    const { id, status, refundedCents } = charge;
    return [id, planKey, credits, stateOf(id, PAYMENT_STATUS[status], refundedCents)].join(" ");
  };
  const charged = books.charges.map(lineOf);
  const due = books.charges.filter((charge) => !neverCame(customer, charge)).map(lineOf);
  return [
    ...due.filter((one) => !recorded.includes(one)).map((one) => `not recorded: ${one}`),
    ...recorded.filter((one) => !charged.includes(one)).map((one) => `recorded, but not charged: ${one}`),
    ...(recorded.length > new Set(recorded).size ? ["a charge is recorded twice"] : []),
  ];
}

const itemOf = (books: Customer["books"], charge: Transaction) => findCatalogueItem(books.keyOf(charge));

async function compareInstalments(customer: Customer): Promise<string[]> {
  const { books, service, userId, life } = customer;
  const schedules = await service.db.subscriptionCreditSchedule.findMany({ where: { userId } });
  const payments = await service.db.payment.findMany({ where: { userId } });
  const isYearly = (one: Subscription) => findPlan(books.planOf(one))?.cycle === "year";
  return books.subscriptions.filter(isYearly).flatMap((one) => {
    const charge = books.chargesOf(one.id).at(-1);
    const schedule = schedules.find(({ subscriptionId }) => subscriptionId === one.id);
    const payment = payments.find(({ id }) => id === schedule?.paymentId);
    if (!charge || neverCame(customer, charge)) return [];
    // The last one comes a month before the year is over.
    if (!schedule) return addMonthsUtc(charge.createdAt, 11) > life.now ? [`${one.id} has no instalments`] : [];
    if (payment?.providerTransactionId !== charge.id)
      return [`the instalments of ${one.id} are not of its last charge`];
    const isPaused = schedule.pausedAt !== null;
    if (isPaused === !isKept(charge) || isUnknown(customer, charge)) return [];
    return [`the instalments of ${one.id} are ${isPaused ? "paused" : "running"}, and its charge is ${charge.status}`];
  });
}

/** What was paid for is in the balance, was taken back, or comes with the instalments. */
async function compareCredits({ books, service, userId, creditsTakenBack }: Customer): Promise<string[]> {
  const { credits } = await service.db.user.findUniqueOrThrow({ where: { id: userId } });
  const payments = await service.db.payment.findMany({ where: { userId } });
  const toCome = await service.db.subscriptionCreditSchedule.aggregate({
    where: { userId },
    _sum: { totalCreditsRemaining: true },
  });
  const granted = credits + creditsTakenBack + (toCome._sum.totalCreditsRemaining ?? 0);
  const recorded = books.charges.filter(({ id }) => payments.some((one) => one.providerTransactionId === id));
  const paidFor = recorded.map((charge) => totalOf(books, charge)).reduce((sum, one) => sum + one, 0);
  // A renewal replaces the instalments, also those that a refund or dispute has paused.
  const mayLack = recorded.some(
    (charge) => books.wasReturned(charge) && charge !== books.chargesOf(charge.subscriptionId ?? "").at(-1),
  );
  const attributed = await Promise.all(payments.map(({ id }) => creditsGrantedBy(service.db, id)));
  const sum = attributed.reduce((all, one) => all + one, 0);
  return [
    ...(granted === paidFor || (mayLack && granted < paidFor)
      ? []
      : [`${paidFor} credits are paid for, and ${granted} granted or to come`]),
    ...(sum === credits + creditsTakenBack
      ? []
      : [
          `payments have granted ${sum} credits, and the balance with what was taken back is ${credits + creditsTakenBack}`,
        ]),
  ];
}

const totalOf = (books: Customer["books"], charge: Transaction) => {
  const item = itemOf(books, charge);
  return item ? totalCredits(item) : 0;
};

/** Administrators are told of each refund and dispute until they have handled it, and not again by an event that is repeated. */
async function compareCases(customer: Customer): Promise<string[]> {
  const { books, service, userId, handledAfter } = customer;
  const payments = await service.db.payment.findMany({ where: { userId } });
  return books.charges.flatMap((charge) => {
    const payment = payments.find((one) => one.providerTransactionId === charge.id);
    if (!payment || isUnknown(customer, charge)) return [];
    const events = books.moneyBackEvents.get(charge.id) ?? [];
    const handled = handledAfter.get(payment.id);
    if (handled === events.length)
      return payment.attention === null ? [] : [`${charge.id} was handled, and needs attention: ${payment.attention}`];
    // A dispute that is won ends the case, also that of a part that was refunded, which the payment's row still shows.
    const isTold = payment.attention !== null || events.some(({ eventType }) => eventType === "dispute.won");
    return handled === null || charge.status === "paid" || isTold
      ? []
      : [`nobody is told that ${charge.id} is ${charge.status}`];
  });
}
