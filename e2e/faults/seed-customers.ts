import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@app/db/client/db";

export interface Customer {
  id: string;
  sessionToken: string;
}

const CREDITS = 1_000_000;
const SESSION_MAX_AGE_MS = 86_400_000;
export const INSTALMENTS_DUE = 11;
export const INSTALMENT_CREDITS = 1_000;

/** Creates signed-in users with more credits than the test can spend. */
export async function seedCustomers(db: Db, count: number): Promise<[Customer, ...Customer[]]> {
  const customers = newCustomers(count);
  await db.user.createMany({ data: customers.map(({ id }) => ({ id, email: `${id}@example.com`, credits: CREDITS })) });
  await db.creditLedger.createMany({
    data: customers.map(({ id }) => ({
      id: randomUUID(),
      userId: id,
      delta: CREDITS,
      reason: "test",
      balanceAfter: CREDITS,
    })),
  });
  const expires = new Date(Date.now() + SESSION_MAX_AGE_MS);
  await db.session.createMany({
    data: customers.map(({ id, sessionToken }) => ({ sessionToken, userId: id, expires })),
  });
  const [first, ...others] = customers;
  if (!first) throw new RangeError("At least one customer");
  return [first, ...others];
}

/** Creates as many other users with a yearly plan whose instalments are all due. Returns the ids of the subscriptions. */
export async function seedDueSchedules(db: Db, count: number): Promise<string[]> {
  const users = newCustomers(count);
  const longAgo = new Date();
  longAgo.setUTCFullYear(longAgo.getUTCFullYear() - 1);
  const plan = { planKey: "starter_yearly" };
  const subscriptions = users.map(({ id: userId }) => ({ id: `sub_${userId}`, userId }));
  await db.user.createMany({ data: users.map(({ id }) => ({ id, email: `${id}@example.com` })) });
  await db.subscription.createMany({
    data: subscriptions.map(({ id, userId }) => ({
      ...plan,
      id,
      userId,
      provider: "creem",
      providerSubId: id,
      status: "active",
      currentPeriodEnd: new Date(Date.now() + SESSION_MAX_AGE_MS),
      statusEventAt: longAgo,
    })),
  });
  await db.subscriptionCreditSchedule.createMany({
    data: subscriptions.map(({ id, userId }) => ({
      ...plan,
      subscriptionId: id,
      userId,
      creditsPerGrant: INSTALMENT_CREDITS,
      intervalMonths: 1,
      grantsRemaining: INSTALMENTS_DUE,
      totalCreditsRemaining: INSTALMENTS_DUE * INSTALMENT_CREDITS,
      nextGrantAt: longAgo,
    })),
  });
  return subscriptions.map(({ id }) => id);
}

function newCustomers(count: number): Customer[] {
  return Array.from({ length: count }, () => ({
    id: randomUUID(),
    sessionToken: randomBytes(32).toString("base64url"),
  }));
}
