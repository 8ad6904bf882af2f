import { randomUUID } from "node:crypto";
import type { Db } from "@app/db/client/db";
import type { withConnection } from "@app/db/client/manage-databases";
import { spendCredits } from "@app/services/credits/spend-credits";
import { USERS } from "./bench-database";

/** A connection to a database, without Prisma. */
export type Client = Parameters<Parameters<typeof withConnection>[1]>[0];

export const DUE_AT = new Date("2026-01-15T12:00:00.000Z");
/** More than any benchmark grants of one schedule. */
const INSTALMENTS = 1_000;
const CREDITS = 10;

/** The time at which every schedule is due for run number `run`. Each run grants one instalment of each. */
export function dueAgainAt(run: number): Date {
  const at = new Date(DUE_AT);
  at.setUTCMonth(at.getUTCMonth() + run);
  return at;
}

/**
 * Creates schedules, spread over the users, that fell due within the day before `DUE_AT`, in the order of their ids: these begin with
 * the time, as the service's do.
 */
export async function fillDueSchedules(client: Client, count: number): Promise<void> {
  const values = [count, DUE_AT, USERS];
  await client.query(
    `INSERT INTO subscription (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt", "updatedAt")
     SELECT 'sub_' || i, 'creem', 'sub_' || i, (1 + i % $3::int)::text, 'starter_yearly', 'active', $2, $2, $2 FROM generate_series(1, $1::int) i`,
    values,
  );
  await client.query(
    `INSERT INTO subscription_credit_schedule (id, "subscriptionId", "userId", "planKey", "creditsPerGrant", "intervalMonths",
       "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "updatedAt")
     SELECT lpad(to_hex(i), 12, '0') || gen_random_uuid(), 'sub_' || i, (1 + i % $3::int)::text, 'starter_yearly', ${CREDITS}, 1, ${INSTALMENTS},
       ${INSTALMENTS * CREDITS}, $2::timestamptz - ($1::int - i) * (interval '1 day' / $1::int), $2 FROM generate_series(1, $1::int) i`,
    values,
  );
  await client.query("VACUUM ANALYZE");
}

const SPENDERS = 16;
const COST_CREDITS = 10;

/** Spends of random users, several at once, until stopped. */
export function spendConcurrently(db: Db, users: number): { end(): Promise<number> } {
  let isEnding = false;
  let spent = 0;
  const spender = async () => {
    while (!isEnding) {
      const userId = String(1 + Math.floor(Math.random() * users));
      const order = { userId, costCredits: COST_CREDITS, reason: "chat_usage", reference: randomUUID() } as const;
      await spendCredits({ db }, { ...order, entryId: randomUUID(), now: new Date(), claimedKey: undefined });
      spent += 1;
    }
  };
  const running = Promise.all(Array.from({ length: SPENDERS }, spender));
  // A failure is reported when the workload is stopped.
  running.catch(() => {});
  return {
    /** @returns the number of spends */
    end: async () => {
      isEnding = true;
      await running;
      return spent;
    },
  };
}
