import { RENEWING_STATUSES } from "@app/core/billing/subscription-status";
import { dismissPaymentCase, listPaymentCases, takeBackCredits } from "../../../src/admin/payment-cases";
import { changeSubscription } from "../../../src/admin/subscriptions";
import { banUser, unbanUser } from "../../../src/admin/user-actions";
import { applyWaitingMoneyBack } from "../../../src/billing/money-back";
import { actAs } from "../../test-context";
import type { Customer } from "./customer";
import { PLAN_KEYS } from "./life";

const TAKES_BACK_PERCENT = 60;
const TAKES_A_PART_PERCENT = 30;

export async function administratorCancels(customer: Customer): Promise<void> {
  const { life, service, userId, adminId } = customer;
  life.tell("an administrator cancels");
  const where = { userId, status: { in: [...RENEWING_STATUSES] } };
  customer.hadTwoPlansAtCancellation = (await service.db.subscription.count({ where })) > 1;
  const input = { userId, action: "cancel", planKey: "free" } as const;
  await changeSubscription(await actAs(service, adminId), input);
  customer.canceledByAdminAt = life.now;
  customer.given = null;
}

export async function administratorGivesPlan(customer: Customer): Promise<void> {
  const { life, service, userId, adminId } = customer;
  const planKey = life.luck.pick(PLAN_KEYS) ?? "starter_monthly";
  life.tell(`an administrator gives ${planKey}`);
  await changeSubscription(await actAs(service, adminId), { userId, action: "upgrade", planKey });
  const known = await service.db.subscription.findMany({ where: { userId }, select: { id: true } });
  customer.given = { planKey, at: life.now, known: new Set(known.map(({ id }) => id)) };
}

export async function administratorBans(customer: Customer): Promise<void> {
  const { life, service, userId, adminId, isBanned } = customer;
  life.tell(isBanned ? "an administrator lifts the ban" : "an administrator bans");
  const administrator = await actAs(service, adminId);
  await (isBanned
    ? unbanUser(administrator, { userId })
    : banUser(administrator, { userId, reason: undefined, expires: undefined }));
  customer.isBanned = !isBanned;
}

/** As the page does it: takes credits back, once, or dismisses. What waited for its payment was applied within a minute. */
export async function administratorHandlesPayment(customer: Customer): Promise<void> {
  const { life, books, post, service, userId, adminId } = customer;
  await applyWaitingMoneyBack(service);
  const { items } = await listPaymentCases(service, {});
  const one = life.luck.pick(items.filter((item) => item.userId === userId));
  if (!one) return;
  const { id: paymentId, attention, creditsGranted } = one;
  const administrator = await actAs(service, adminId);
  if (!one.isTakenBack && creditsGranted > 0 && life.luck.happens(TAKES_BACK_PERCENT)) {
    const part = life.luck.happens(TAKES_A_PART_PERCENT) ? { credits: 1 + life.luck.integer(creditsGranted) } : {};
    const input = { paymentId, attention, seenGranted: creditsGranted, ...part };
    const { credits } = await takeBackCredits(administrator, input);
    life.tell(`an administrator takes ${credits} credits of ${paymentId} back: ${attention}`);
    customer.creditsTakenBack += credits;
  } else {
    await dismissPaymentCase(administrator, { paymentId, attention });
    life.tell(`an administrator dismisses ${paymentId}: ${attention}`);
  }
  const charge = books.charges.find(({ orderId }) => orderId === paymentId);
  const events = books.moneyBackEvents.get(charge?.id ?? "") ?? [];
  const haveCome = events.every(({ id }) => post.delivered.has(id));
  customer.handledAfter.set(paymentId, haveCome ? events.length : null);
}
