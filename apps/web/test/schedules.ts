import { randomUUID } from "node:crypto";
import type { TestApp } from "./app";

export interface NewSchedule {
  nextGrantAt: Date;
  creditsPerGrant?: number;
  grantsRemaining?: number;
  totalCreditsRemaining?: number;
  intervalMonths?: number;
  banned?: boolean;
}

export interface CreatedSchedule {
  id: string;
  subscriptionId: string;
  userId: string;
}

/** Creates yearly plans, each of a new user, with these instalments left; ordered by their ids. */
export async function createSchedules(app: TestApp, count: number, schedule: NewSchedule): Promise<CreatedSchedule[]> {
  const { nextGrantAt, creditsPerGrant = 1_000, grantsRemaining = 11, intervalMonths = 1, banned = false } = schedule;
  const totalCreditsRemaining = schedule.totalCreditsRemaining ?? creditsPerGrant * grantsRemaining;
  const rows = Array.from({ length: count }, randomUUID)
    .sort()
    .map((name) => ({ id: `sched_${name}`, subscriptionId: `sub_${name}`, userId: `user_${name}` }));
  await app.db.user.createMany({ data: rows.map(({ userId: id }) => ({ id, email: `${id}@example.com`, banned })) });
  await app.db.subscription.createMany({
    data: rows.map(({ subscriptionId: id, userId }) => ({
      id,
      provider: "creem",
      providerSubId: id,
      userId,
      planKey: "starter_yearly",
      status: "active",
      currentPeriodEnd: nextGrantAt,
      statusEventAt: nextGrantAt,
    })),
  });
  await app.db.subscriptionCreditSchedule.createMany({
    data: rows.map((row) => ({
      ...row,
      planKey: "starter_yearly",
      creditsPerGrant,
      intervalMonths,
      grantsRemaining,
      totalCreditsRemaining,
      nextGrantAt,
    })),
  });
  return rows;
}

export async function createSchedule(app: TestApp, schedule: NewSchedule): Promise<CreatedSchedule> {
  const [row] = await createSchedules(app, 1, schedule);
  if (!row) throw new Error("One schedule was asked for");
  return row;
}
