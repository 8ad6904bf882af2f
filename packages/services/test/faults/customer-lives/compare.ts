import { findPlan } from "@app/core/billing/catalogue";
import { renews } from "@app/core/billing/subscription-status";
import { purchaseGrant } from "@app/core/credits/grants";
import type { Subscription, Transaction } from "@app/sandbox/payments/payment-state";
import { verifyLedger } from "../../../src/ledger/verify-ledger";
import type { Customer } from "./customer";

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
        ]),
    (await verifyLedger(customer.service.db)).differences.map((one) => `ledger: ${JSON.stringify(one)}`),
  ];
  return lists.flat();
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
  const { planKey } = await service.db.user.findUniqueOrThrow({ where: { id: userId } });
  const running = books.subscriptions.filter(({ status, periodEnd }) => status !== "canceled" && periodEnd > life.now);
  const lastCharged = (one: Subscription) => books.chargesOf(one.id).at(-1)?.createdAt.getTime() ?? 0;
  if (planKey === "free") {
    // Documented: an administrator's cancellation takes the plan at once, until the next payment or resumption.
    const isDue = (one: Subscription) =>
      lastCharged(one) > (canceledByAdminAt?.getTime() ?? 0) ||
      (renews(one.status) && !books.resumedOnOwnPages.has(one.id));
    return running.filter(isDue).map(({ id, product }) => `on Free, although ${id} is paid: ${product.id}`);
  }
  if (given) {
    // Documented: a plan that is given lasts until the next charge, or until a subscription ends.
    const isOver = (one: Subscription) =>
      lastCharged(one) > given.at.getTime() || (one.periodEnd > given.at && one.periodEnd <= life.now);
    if (planKey === given.planKey || books.subscriptions.some(isOver)) return [];
    return [`plan ${planKey}, although an administrator has given ${given.planKey}`];
  }
  // Documented: a plan stays until its paid period is over, also where another one renews.
  const paidFor = books.subscriptions.filter(({ periodEnd }) => periodEnd > life.now);
  const newestFirst = paidFor.toSorted((a, b) => lastCharged(b) - lastCharged(a));
  // After an administrator's cancellation it is the plan that was paid for or resumed last.
  const expected = canceledByAdminAt ? newestFirst : newestFirst.slice(0, 1);
  if (expected.some(({ product }) => product.id === planKey)) return [];
  return [
    `plan ${planKey}, although the provider has ${expected.map(({ product }) => product.id).join(" and ") || "none"}`,
  ];
}

const PAYMENT_STATUS: Readonly<Record<Transaction["status"], string>> = {
  paid: "succeeded",
  partialRefund: "succeeded",
  refunded: "refunded",
  chargedBack: "disputed",
};

/** A payment that was refunded or disputed before the service asked for its lost event brings nothing. */
const neverCame = ({ post }: Customer, { id, status }: Transaction) => status !== "paid" && post.lostCharges.has(id);

async function compareCharges(customer: Customer): Promise<string[]> {
  const { books, service, userId } = customer;
  const payments = await service.db.payment.findMany({ where: { userId } });
  const recorded = payments.map(({ providerTransactionId: id, planKey, creditsGranted, status }) =>
    [id, planKey, creditsGranted, status].join(" "),
  );
  const lineOf = (charge: Transaction) => {
    const plan = findPlan(books.keyOf(charge) ?? "");
    const credits = plan ? purchaseGrant(plan).credits : 0;
    return [charge.id, plan?.key, credits, PAYMENT_STATUS[charge.status]].join(" ");
  };
  const charged = books.charges.map(lineOf);
  const due = books.charges.filter((charge) => !neverCame(customer, charge)).map(lineOf);
  return [
    ...due.filter((one) => !recorded.includes(one)).map((one) => `not recorded: ${one}`),
    ...recorded.filter((one) => !charged.includes(one)).map((one) => `recorded, but not charged: ${one}`),
    ...(recorded.length > new Set(recorded).size ? ["a charge is recorded twice"] : []),
  ];
}

async function compareInstalments(customer: Customer): Promise<string[]> {
  const { books, service, userId, life } = customer;
  const schedules = await service.db.subscriptionCreditSchedule.findMany({ where: { userId } });
  const payments = await service.db.payment.findMany({ where: { userId } });
  const isYearly = ({ product }: Subscription) => product.period === "every-year";
  return books.subscriptions.filter(isYearly).flatMap((one) => {
    const charge = books.chargesOf(one.id).at(-1);
    const schedule = schedules.find(({ subscriptionId }) => subscriptionId === one.id);
    const payment = payments.find(({ id }) => id === schedule?.paymentId);
    if (charge && neverCame(customer, charge)) return [];
    if (!schedule) return one.periodEnd > life.now ? [`${one.id} has no instalments`] : [];
    if (payment?.providerTransactionId !== charge?.id)
      return [`the instalments of ${one.id} are not of its last charge`];
    const isPaused = schedule.pausedAt !== null;
    if (isPaused === (charge?.status !== "paid")) return [];
    return [`the instalments of ${one.id} are ${isPaused ? "paused" : "running"}, and its charge is ${charge?.status}`];
  });
}

/** What was paid for is in the balance, or comes with the instalments. */
async function compareCredits({ books, service, userId }: Customer): Promise<string[]> {
  const isRenewed = ({ subscriptionId }: Transaction) => books.chargesOf(subscriptionId ?? "").length > 1;
  // A renewal replaces the instalments, also those that a refund or dispute has paused.
  if (books.charges.some((charge) => charge.status !== "paid" && isRenewed(charge))) return [];
  const { credits } = await service.db.user.findUniqueOrThrow({ where: { id: userId } });
  const toCome = await service.db.subscriptionCreditSchedule.aggregate({
    where: { userId },
    _sum: { totalCreditsRemaining: true },
  });
  const granted = credits + (toCome._sum.totalCreditsRemaining ?? 0);
  const paidFor = books.charges
    .map((charge) => findPlan(books.keyOf(charge) ?? "")?.creditsPerCycle ?? 0)
    .reduce((sum, one) => sum + one, 0);
  return granted === paidFor ? [] : [`${paidFor} credits are paid for, and ${granted} granted or to come`];
}
