import { type NextGrant, nextGrantOf } from "@app/core/credits/grants";
import { invariant } from "@app/core/errors";
import { SPENDING_REASONS } from "@app/core/ledger/ledger-reasons";
import { type Usage, type UsageSum, usageOf, usageSince } from "@app/core/ledger/usage";
import { Prisma } from "@app/db/client/db";
import { paidPlanOf } from "../billing/payments";
import { isEndedByAdministrator } from "../billing/subscription-changes";
import { shownTitle } from "../chat/chat-sessions";
import type { UserContext } from "../context";
import { refundEntryId } from "../credits/refund-charge";
import { generationColumns, type OwnGeneration } from "../history/generations";

export interface Dashboard {
  email: string;
  credits: number;
  planKey: string;
  subscription: CurrentSubscription | null;
  nextGrant: NextGrant | null;
  usage: Usage;
  firstSteps: FirstSteps;
  recentGenerations: OwnGeneration[];
  recentChats: RecentChat[];
}

interface CurrentSubscription {
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
}

type OpenSchedule = NonNullable<Parameters<typeof nextGrantOf>[0]>;

/** A row as it is in JSON: dates are strings. */
type Stored<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] };

/** The one row of the dashboard's statement. */
interface DashboardRow {
  schedule: Stored<OpenSchedule> | null;
  /** With the plan that its renewal is for. */
  subscription: (Stored<CurrentSubscription> & { chargedPlanKey: string }) | null;
  usage: Stored<UsageSum>[];
  firstSteps: Omit<FirstSteps, "emailVerified">;
  generations: Stored<OwnGeneration>[];
  chats: (Stored<RecentChat> & { renamedAt: string | null })[];
}

/** The dashboard of the user. One statement reads all of its parts: each is an index lookup that costs less than a round trip. */
export async function getDashboard(ctx: UserContext): Promise<Dashboard> {
  const { email, credits, planKey, emailVerified } = ctx.actor;
  const now = ctx.now();
  const row = await readDashboard(ctx, now);
  const current = row.subscription && {
    status: row.subscription.status,
    currentPeriodEnd: new Date(row.subscription.currentPeriodEnd),
  };
  const subscription = row.subscription && current && { ...current, planKey: row.subscription.planKey };
  const renewal = row.subscription && current && { ...current, planKey: row.subscription.chargedPlanKey };
  const schedule = row.schedule && { ...row.schedule, nextGrantAt: new Date(row.schedule.nextGrantAt) };
  return {
    email,
    credits,
    planKey,
    subscription,
    nextGrant: nextGrantOf(schedule, renewal, now),
    usage: usageOf(
      row.usage.map((sum) => ({ ...sum, day: new Date(sum.day) })),
      now,
    ),
    firstSteps: { emailVerified, ...row.firstSteps },
    recentGenerations: row.generations.map((generation) => ({
      ...generation,
      createdAt: new Date(generation.createdAt),
      updatedAt: new Date(generation.updatedAt),
    })),
    recentChats: row.chats.map(({ id, lastMessageAt, ...named }) => ({
      id,
      title: shownTitle(named),
      lastMessageAt: new Date(lastMessageAt),
    })),
  };
}

async function readDashboard({ db, actor }: UserContext, now: Date): Promise<DashboardRow> {
  const [row] = await db.$queryRaw<DashboardRow[]>`
    SELECT ${one(scheduleDueFirst(actor.id))} AS schedule, ${one(currentSubscription(actor.id, now))} AS subscription,
      ${all(usageSumsOf(actor.id, now))} AS usage, ${one(firstStepsOf(actor.id))} AS "firstSteps",
      ${all(recentGenerationsOf(actor.id))} AS generations, ${all(recentChatsOf(actor.id))} AS chats`;
  invariant(row, "a statement without FROM has one row");
  return row;
}

const one = (query: Prisma.Sql) => Prisma.sql`(SELECT to_jsonb(result) FROM (${query}) AS result)`;
const all = (query: Prisma.Sql) => Prisma.sql`(SELECT coalesce(jsonb_agg(result), '[]') FROM (${query}) AS result)`;

const scheduleDueFirst = (userId: string) => Prisma.sql`
  SELECT "nextGrantAt", "creditsPerGrant", "grantsRemaining", "totalCreditsRemaining"
  FROM subscription_credit_schedule WHERE "userId" = ${userId} AND "pausedAt" IS NULL ORDER BY "nextGrantAt" LIMIT 1`;

/**
 * One that renews comes before one that ends with a later period, as after a change from a yearly to a monthly plan, and one that is to end,
 * which may be resumed, before one that was canceled at once. One that was to end with its period, and whose period is over, is canceled: the
 * provider may say so late. Of those that have ended the last one counts, and none where an administrator has canceled that.
 */
const currentSubscription = (userId: string, now: Date) => Prisma.sql`
  SELECT "planKey", coalesce(${paidPlanOf(Prisma.sql`newest.id`)}, "planKey") AS "chargedPlanKey", "currentPeriodEnd",
    CASE WHEN status = 'scheduled_cancel' AND "currentPeriodEnd" <= ${now}::timestamptz THEN 'canceled' ELSE status END AS status
  FROM (
    SELECT *, ${isEndedByAdministrator} AS "isLeftOut" FROM subscription s WHERE "userId" = ${userId}
    ORDER BY status IN ('expired', 'scheduled_cancel', 'canceled'),
      status = 'scheduled_cancel' AND "currentPeriodEnd" > ${now}::timestamptz DESC,
      CASE WHEN ${isEndedByAdministrator} THEN "providerCancelAt" ELSE "currentPeriodEnd" END DESC LIMIT 1
  ) AS newest WHERE NOT "isLeftOut"`;

/** The first steps a new user has taken. Deleting a result does not undo its step. */
interface FirstSteps {
  emailVerified: boolean;
  gotCredits: boolean;
  chatted: boolean;
  madeImage: boolean;
  madeVideo: boolean;
}

/** The query of the first steps without `emailVerified`. Each EXISTS stops at the first row. */
function firstStepsOf(userId: string): Prisma.Sql {
  const completed = (type: "image" | "video") => Prisma.sql`EXISTS (
    SELECT FROM generation_history WHERE "userId" = ${userId} AND type = ${type} AND status = 'completed')`;
  return Prisma.sql`
    SELECT EXISTS (SELECT FROM credit_ledger WHERE "userId" = ${userId} AND delta > 0) AS "gotCredits",
      EXISTS (SELECT FROM chat_session WHERE "userId" = ${userId}) AS chatted,
      ${completed("image")} AS "madeImage", ${completed("video")} AS "madeVideo"`;
}

interface RecentChat {
  id: string;
  title: string;
  lastMessageAt: Date;
}

const COLUMNS = Prisma.join(Object.keys(generationColumns).map((column) => Prisma.raw(`"${column}"`)));

/** The query of a user's newest images and videos, as `OwnGeneration`. */
const recentGenerationsOf = (userId: string) => Prisma.sql`
  SELECT ${COLUMNS}, status = 'failed' AND EXISTS (SELECT FROM credit_ledger l WHERE l.id = ${refundEntryId("")} || g.id) AS refunded
  FROM generation_history g
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 6`;

/** The query of a user's newest chats, as `RecentChat`. */
const recentChatsOf = (userId: string) => Prisma.sql`
  SELECT id, title, "renamedAt", "lastMessageAt" FROM chat_session
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL AND "archivedAt" IS NULL ORDER BY "lastMessageAt" DESC, id DESC LIMIT 5`;

/**
 * The query of what a user spent in the last thirty days by UTC day and reason, as `UsageSum`. Refunds do not count as negative spending.
 */
function usageSumsOf(userId: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, reason, -sum(delta)::int AS credits
    FROM credit_ledger
    WHERE "userId" = ${userId} AND "createdAt" >= ${usageSince(now)}::timestamptz AND delta < 0
      AND reason = ANY(${[...SPENDING_REASONS]}::text[])
    GROUP BY 1, 2`;
}
