import type { CatalogueKey } from "@app/core/billing/catalogue";
import { expect } from "vitest";
import type { TestApp } from "./app";

/** The columns of a payment that describe the purchase. */
const PAYMENT_COLUMNS = {
  id: true,
  provider: true,
  providerPaymentId: true,
  providerTransactionId: true,
  userId: true,
  amountCents: true,
  currency: true,
  status: true,
  type: true,
  planKey: true,
  subscriptionId: true,
  creditsGranted: true,
  createdAt: true,
} as const;

/** All rows of a user that hold or lead to credits, oldest first. */
export async function readBillingState({ db }: TestApp, userId: string) {
  const { credits, planKey } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const where = { userId };
  return {
    credits,
    planKey,
    ledger: await db.creditLedger.findMany({
      where,
      select: { delta: true, reason: true, paymentId: true, balanceAfter: true },
      orderBy: { seq: "asc" },
    }),
    payments: await db.payment.findMany({ where, select: PAYMENT_COLUMNS, orderBy: { createdAt: "asc" } }),
    subscriptions: await db.subscription.findMany({ where, orderBy: { createdAt: "asc" } }),
    schedules: await db.subscriptionCreditSchedule.findMany({ where, orderBy: { createdAt: "asc" } }),
  };
}

/** The number of rows of each kind, of all users: equal before and after a request that may write nothing. */
export async function countRows({ db }: TestApp) {
  const [jobs] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM graphile_worker.jobs`;
  return {
    ledger: await db.creditLedger.count(),
    payments: await db.payment.count(),
    subscriptions: await db.subscription.count(),
    schedules: await db.subscriptionCreditSchedule.count(),
    audit: await db.auditLog.count(),
    jobs: jobs?.count,
  };
}

/** The last day of a month, so that the date a month later has another day. */
export const PAID_AT = new Date("2026-01-31T10:00:00.000Z");
const MONTH_LATER = new Date("2026-02-28T10:00:00.000Z");
const YEAR_LATER = new Date("2027-01-31T10:00:00.000Z");

export interface Sale {
  key: CatalogueKey;
  amountCents: number;
  credits: number;
  periodEnd: Date;
  /** Credits of each later instalment. */
  creditsPerGrant?: number;
}

export const PACK: Sale = { key: "pack_200", amountCents: 500, credits: 200, periodEnd: PAID_AT };
export const PLANS: readonly Sale[] = [
  { key: "starter_monthly", amountCents: 2_900, credits: 1_000, periodEnd: MONTH_LATER },
  { key: "pro_monthly", amountCents: 9_900, credits: 10_000, periodEnd: MONTH_LATER },
  { key: "starter_yearly", amountCents: 29_000, credits: 1_000, periodEnd: YEAR_LATER, creditsPerGrant: 1_000 },
  { key: "pro_yearly", amountCents: 99_000, credits: 10_000, periodEnd: YEAR_LATER, creditsPerGrant: 10_000 },
];

export function saleOf(key: CatalogueKey): Sale {
  return PLANS.find((plan) => plan.key === key) ?? PACK;
}

/** The rows that the first purchase of a product must leave. */
export function billingStateAfter(
  sale: Sale,
  userId: string,
  ids: { payment: string; transaction?: string; subscription?: string },
) {
  const { key, creditsPerGrant } = sale;
  const isPlan = key !== PACK.key;
  return {
    credits: sale.credits,
    planKey: isPlan ? key : "free",
    ledger: [
      {
        delta: sale.credits,
        reason: isPlan ? "subscription_cycle" : "one_time_pack",
        paymentId: ids.payment,
        balanceAfter: sale.credits,
      },
    ],
    payments: [
      {
        id: ids.payment,
        provider: "creem",
        providerPaymentId: ids.payment,
        providerTransactionId: ids.transaction ?? null,
        userId,
        amountCents: sale.amountCents,
        currency: "usd",
        status: "succeeded",
        type: isPlan ? "subscription" : "one_time",
        planKey: isPlan ? key : null,
        subscriptionId: ids.subscription ?? null,
        creditsGranted: sale.credits,
        createdAt: PAID_AT,
      },
    ],
    subscriptions: isPlan
      ? [
          {
            id: ids.subscription,
            provider: "creem",
            providerSubId: ids.subscription,
            // Some forms of the event name the customer and some do not. Another test checks it.
            providerCustomerId: expect.toSatisfy((id: unknown) => id === null || typeof id === "string"),
            providerCancel: null,
            providerCancelError: null,
            providerCancelAt: null,
            userId,
            planKey: key,
            status: "active",
            currentPeriodEnd: sale.periodEnd,
            statusEventAt: PAID_AT,
            planEventAt: PAID_AT,
            createdAt: PAID_AT,
            updatedAt: PAID_AT,
          },
        ]
      : [],
    schedules: creditsPerGrant
      ? [
          {
            id: expect.any(String),
            subscriptionId: ids.subscription,
            userId,
            planKey: key,
            creditsPerGrant,
            intervalMonths: 1,
            grantsRemaining: 11,
            totalCreditsRemaining: 11 * creditsPerGrant,
            nextGrantAt: MONTH_LATER,
            paymentId: ids.payment,
            pausedAt: null,
            pauseReason: null,
            createdAt: PAID_AT,
            updatedAt: PAID_AT,
          },
        ]
      : [],
  };
}
