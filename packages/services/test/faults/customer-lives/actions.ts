import type { SubscriptionKey } from "@app/core/billing/catalogue";
import { canResume, renews } from "@app/core/billing/subscription-status";
import { PublicError } from "@app/core/errors";
import { deleteAccount } from "../../../src/account/delete-account";
import { confirmCheckout, createCheckout } from "../../../src/billing/checkout";
import { getBilling } from "../../../src/billing/get-billing";
import { cancelSubscription, resumeSubscription } from "../../../src/billing/subscriptions";
import { actAs } from "../../test-context";
import {
  administratorBans,
  administratorCancels,
  administratorGivesPlan,
  administratorHandlesPayment,
} from "./administrator";
import { type Customer, passDays, runJobs } from "./customer";
import { luckOf, PLAN_KEYS } from "./life";
import { isKept } from "./provider-books";

const DAYS = [1, 5, 10, 31, 1, 5, 10, 31, 370] as const;
const REFUNDED_IN_PART_PERCENT = 60;
const BETWEEN_ACTIONS_MAX_MS = 3_600_000;

/** An action does nothing where it is not possible. */
const ACTIONS = {
  "open a checkout": openCheckout,
  pay,
  "return from the checkout": returnFromCheckout,
  "cancel or resume": cancelOrResume,
  "resume while the checkout is paid": resumeWhilePaying,
  "cancel or resume at the provider": cancelOrResumeAtProvider,
  "change the plan at the provider": changePlanAtProvider,
  "days pass": daysPass,
  "jobs run": runJobs,
  "buy the pack": buyPack,
  refund,
  dispute,
  "a dispute is won": winDispute,
  "administrator handles a payment": administratorHandlesPayment,
  "administrator cancels": administratorCancels,
  "administrator gives a plan": administratorGivesPlan,
  "administrator bans or lifts the ban": administratorBans,
  "delete the account": deleteOwnAccount,
} satisfies Record<string, (customer: Customer) => Promise<void>>;

export type ActionName = keyof typeof ACTIONS;

/** How often each action is chosen, out of the sum. */
export const ACTION_WEIGHTS: Readonly<Record<ActionName, number>> = {
  "open a checkout": 8,
  pay: 8,
  "return from the checkout": 2,
  "cancel or resume": 16,
  "resume while the checkout is paid": 4,
  "cancel or resume at the provider": 2,
  "change the plan at the provider": 2,
  "days pass": 4,
  "jobs run": 4,
  "buy the pack": 2,
  refund: 5,
  dispute: 3,
  "a dispute is won": 5,
  "administrator handles a payment": 6,
  "administrator cancels": 1,
  "administrator gives a plan": 1,
  "administrator bans or lifts the ban": 1,
  "delete the account": 1,
};

/** What can still happen once the account is deleted. */
const AFTER_DELETION: ReadonlySet<ActionName> = new Set([
  "days pass",
  "jobs run",
  "refund",
  "dispute",
  "a dispute is won",
  "administrator handles a payment",
  "cancel or resume at the provider",
  "change the plan at the provider",
]);

/** What a banned customer can do, because it is not done here. */
const WHILE_BANNED: ReadonlySet<ActionName> = new Set([
  ...AFTER_DELETION,
  "pay",
  "administrator cancels",
  "administrator gives a plan",
  "administrator bans or lifts the ban",
]);

export interface Action {
  name: ActionName;
  luck: number;
  /** Which customer it is of. */
  actor: number;
}

export async function act(customers: readonly Customer[], { name, luck, actor }: Action): Promise<void> {
  const customer = customers[actor];
  if (!customer) throw new Error(`There is no customer ${actor}`);
  const { life, post, isDeleted, isBanned } = customer;
  life.luck = luckOf(luck);
  life.actor = customer.books.name;
  life.pass(1_000 + life.luck.integer(BETWEEN_ACTIONS_MAX_MS));
  await post.deliverDue();
  if (isDeleted && !AFTER_DELETION.has(name)) return;
  try {
    if (isBanned && !WHILE_BANNED.has(name)) await administratorBans(customer);
    await ACTIONS[name](customer);
  } catch (error) {
    // Such as an account that cannot be deleted while a plan renews.
    if (!(error instanceof PublicError)) throw error;
    life.tell(`  refused: ${error.message}`);
  }
}

const checkoutIdOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** As the pages do it: a change of the plan that renews, or a first plan. Not the same plan again, nor the one that could be resumed. */
async function openCheckout(customer: Customer): Promise<void> {
  const { life, books, service, userId } = customer;
  // Two plans paid for without replacing one both renew, as documented. So the customer waits until the last purchase shows.
  const known = await service.db.subscription.count({ where: { userId } });
  if (known < books.subscriptions.length) return;
  const { user, subscriptions } = await openBilling(customer);
  const current = subscriptions.find(({ status }) => renews(status));
  const isOffered = (key: SubscriptionKey) =>
    (key !== current?.planKey || current.status === "expired") &&
    !subscriptions.some((one) => one.planKey === key && canResume(one, subscriptions, life.now));
  const key = life.luck.pick(PLAN_KEYS.filter(isOffered));
  if (!key) return;
  const { url } = await createCheckout(user, {
    key,
    successUrl: undefined,
    cancelUrl: undefined,
    ...(current ? { replacesSubscriptionId: current.id } : { isFirstPlan: true }),
  });
  customer.checkoutId = checkoutIdOf(url);
  life.tell(`opens ${customer.checkoutId}: ${key} ${current ? `in place of ${current.id}` : "as first plan"}`);
}

/** Where no checkout is open, it opens one first. */
async function pay(customer: Customer): Promise<void> {
  const { books } = customer;
  const isOpen = () => books.findCheckout(customer.checkoutId ?? "")?.status === "pending";
  if (!isOpen() && !customer.isBanned) await openCheckout(customer);
  if (isOpen()) await books.pay(customer.checkoutId ?? "");
}

async function returnFromCheckout(customer: Customer): Promise<void> {
  const { life, service, userId, checkoutId } = customer;
  if (!checkoutId) return;
  const state = await confirmCheckout(await actAs(service, userId), { checkoutId });
  life.tell(`returns from ${checkoutId}: ${JSON.stringify(state)}`);
}

/** Billing has one of the two buttons. */
async function cancelOrResume(customer: Customer): Promise<void> {
  const { life } = customer;
  const { user, subscriptions } = await openBilling(customer);
  const current = subscriptions.find(({ status }) => renews(status));
  const ending = subscriptions.find((one) => canResume(one, subscriptions, life.now));
  if (current) {
    life.tell(`cancels ${current.id}`);
    await cancelSubscription(user, { subscriptionId: current.id });
  } else if (ending) {
    life.tell(`resumes ${ending.id}`);
    const { isConfirmed } = await resumeSubscription(user, { subscriptionId: ending.id });
    life.tell(`  ${isConfirmed ? "confirmed" : "not confirmed"}`);
  }
}

/** In another tab the open checkout is paid while the provider is asked. */
async function resumeWhilePaying(customer: Customer): Promise<void> {
  customer.meanwhile.run = async () => {
    await pay(customer);
    await runJobs(customer);
  };
  try {
    await cancelOrResume(customer);
  } finally {
    customer.meanwhile.run = null;
  }
}

/** On the provider's own pages. */
async function cancelOrResumeAtProvider({ life, books }: Customer): Promise<void> {
  const one = life.luck.pick(books.subscriptions.filter(({ status }) => status !== "canceled"));
  if (!one) return;
  if (one.status !== "scheduled_cancel") {
    life.tell(`cancels ${one.id} at the provider`);
    await books.changeStatus(one.id, one.status === "active" ? "scheduled_cancel" : "canceled");
  } else if (one.periodEnd > life.now) {
    life.tell(`resumes ${one.id} at the provider`);
    await books.resumeOnOwnPages(one.id);
  }
}

/** From the next period on. */
async function changePlanAtProvider({ life, books }: Customer): Promise<void> {
  const one = life.luck.pick(books.subscriptions.filter(({ status }) => renews(status)));
  const key = one && life.luck.pick(PLAN_KEYS.filter((planKey) => planKey !== one.product.id));
  if (!key) return;
  life.tell(`changes ${one.id} to ${key} at the provider`);
  await books.changeProduct(one.id, key);
}

async function daysPass(customer: Customer): Promise<void> {
  await passDays(customer, customer.life.luck.pick(DAYS) ?? 1);
}

async function buyPack(customer: Customer): Promise<void> {
  const { service, userId, books } = customer;
  const input = { key: "pack_200", successUrl: undefined, cancelUrl: undefined } as const;
  const { url } = await createCheckout(await actAs(service, userId), input);
  await books.pay(checkoutIdOf(url));
}

/** In full, or a part of what is left. */
async function refund({ life, books }: Customer): Promise<void> {
  const charge = life.luck.pick(books.charges.filter(isKept));
  if (!charge) return;
  const leftCents = charge.amountCents - charge.refundedCents;
  const cents = life.luck.happens(REFUNDED_IN_PART_PERCENT) ? 1 + life.luck.integer(leftCents) : leftCents;
  life.tell(`refund of ${cents} cents of ${charge.id}, ${charge.subscriptionId}`);
  await books.refund(charge, cents);
}

async function dispute({ life, books }: Customer): Promise<void> {
  const charge = life.luck.pick(books.charges.filter(isKept));
  if (!charge) return;
  life.tell(`dispute of ${charge.id}, ${charge.subscriptionId}`);
  await books.dispute(charge);
}

/** Where none is disputed, one is first. */
async function winDispute(customer: Customer): Promise<void> {
  const { life, books } = customer;
  const disputed = () => books.charges.filter(({ status }) => status === "chargedBack");
  if (disputed().length === 0) await dispute(customer);
  const charge = life.luck.pick(disputed());
  if (!charge) return;
  life.tell(`the dispute of ${charge.id} is won`);
  await books.winDispute(charge);
}

async function deleteOwnAccount(customer: Customer): Promise<void> {
  const user = await actAs(customer.service, customer.userId);
  customer.life.tell("deletes the account");
  await deleteAccount(user, { email: user.actor.email, password: undefined });
  customer.isDeleted = true;
}

async function openBilling({ service, userId }: Customer) {
  const user = await actAs(service, userId);
  const { subscriptions } = await getBilling(user);
  return { user, subscriptions };
}
