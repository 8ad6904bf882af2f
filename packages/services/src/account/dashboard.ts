import { type NextGrant, nextGrantOf } from "@app/core/credits/grants";
import { invariant } from "@app/core/errors";
import { type Usage, type UsageSum, usageOf, usageSince } from "@app/core/ledger/usage";
import { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";
import { type GenerationSummary, generationColumns } from "../history/generations";

export interface Dashboard {
  email: string;
  credits: number;
  planKey: string;
  subscription: CurrentSubscription | null;
  nextGrant: NextGrant | null;
  usage: Usage;
  firstSteps: FirstSteps;
  recentGenerations: GenerationSummary[];
  recentChats: RecentChat[];
}

interface CurrentSubscription {
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
}

type OpenSchedule = NonNullable<Parameters<typeof nextGrantOf>[0]>;

/** What a row becomes on its way through JSON. */
type Stored<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] };

interface Found {
  schedule: Stored<OpenSchedule> | null;
  subscription: Stored<CurrentSubscription> | null;
  usage: Stored<UsageSum>[];
  firstSteps: Omit<FirstSteps, "emailVerified">;
  generations: Stored<GenerationSummary>[];
  chats: Stored<RecentChat>[];
}

/** What a signed-in user sees first. One statement: each of its parts is read by an index and costs less than a statement of its own. */
export async function getDashboard(ctx: UserContext): Promise<Dashboard> {
  const { email, credits, planKey, emailVerified } = ctx.actor;
  const now = ctx.now();
  const found = await read(ctx, now);
  const subscription = found.subscription && {
    ...found.subscription,
    currentPeriodEnd: new Date(found.subscription.currentPeriodEnd),
  };
  const schedule = found.schedule && { ...found.schedule, nextGrantAt: new Date(found.schedule.nextGrantAt) };
  return {
    email,
    credits,
    planKey,
    subscription,
    nextGrant: nextGrantOf(schedule, subscription, now),
    usage: usageOf(
      found.usage.map((sum) => ({ ...sum, day: new Date(sum.day) })),
      now,
    ),
    firstSteps: { emailVerified, ...found.firstSteps },
    recentGenerations: found.generations.map((row) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    })),
    recentChats: found.chats.map((row) => ({ ...row, lastMessageAt: new Date(row.lastMessageAt) })),
  };
}

async function read({ db, actor }: UserContext, now: Date): Promise<Found> {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT ${one(scheduleDueFirst(actor.id))} AS schedule, ${one(newestSubscription(actor.id))} AS subscription,
      ${all(usageSumsOf(actor.id, now))} AS usage, ${one(firstStepsOf(actor.id))} AS "firstSteps",
      ${all(recentGenerationsOf(actor.id))} AS generations, ${all(recentChatsOf(actor.id))} AS chats`;
  invariant(found, "a statement without FROM has one row");
  return found;
}

const one = (query: Prisma.Sql) => Prisma.sql`(SELECT to_jsonb(found) FROM (${query}) AS found)`;
const all = (query: Prisma.Sql) => Prisma.sql`(SELECT coalesce(jsonb_agg(found), '[]') FROM (${query}) AS found)`;

const scheduleDueFirst = (userId: string) => Prisma.sql`
  SELECT "nextGrantAt", "creditsPerGrant", "grantsRemaining", "totalCreditsRemaining"
  FROM subscription_credit_schedule WHERE "userId" = ${userId} AND "pausedAt" IS NULL ORDER BY "nextGrantAt" LIMIT 1`;

const newestSubscription = (userId: string) => Prisma.sql`
  SELECT "planKey", status, "currentPeriodEnd"
  FROM subscription WHERE "userId" = ${userId} ORDER BY "currentPeriodEnd" DESC LIMIT 1`;

/** What a newcomer has done of what there is to try; nothing is undone by deleting it. */
interface FirstSteps {
  emailVerified: boolean;
  gotCredits: boolean;
  chatted: boolean;
  madeImage: boolean;
  madeVideo: boolean;
}

/** Which of the first steps a user has taken, but for the address, as a query of one row. Each part stops at the first row it finds. */
function firstStepsOf(userId: string): Prisma.Sql {
  const made = (type: "image" | "video") => Prisma.sql`EXISTS (
    SELECT FROM generation_history WHERE "userId" = ${userId} AND type = ${type} AND status = 'completed')`;
  return Prisma.sql`
    SELECT EXISTS (SELECT FROM credit_ledger WHERE "userId" = ${userId} AND delta > 0) AS "gotCredits",
      EXISTS (SELECT FROM chat_session WHERE "userId" = ${userId}) AS chatted,
      ${made("image")} AS "madeImage", ${made("video")} AS "madeVideo"`;
}

interface RecentChat {
  id: string;
  title: string;
  lastMessageAt: Date;
}

const COLUMNS = Prisma.join(Object.keys(generationColumns).map((column) => Prisma.raw(`"${column}"`)));

/** A user's newest images and videos, as a query of `GenerationSummary` rows. */
const recentGenerationsOf = (userId: string) => Prisma.sql`
  SELECT ${COLUMNS} FROM generation_history
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 6`;

/** A user's newest chats, as a query of `RecentChat` rows. */
const recentChatsOf = (userId: string) => Prisma.sql`
  SELECT id, title, "lastMessageAt" FROM chat_session
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL ORDER BY "lastMessageAt" DESC, id DESC LIMIT 5`;

/**
 * What a user spent in the last thirty days, by UTC day and kind, as a query of `UsageSum` rows. Refunds are no negative spending: they
 * are left out.
 */
function usageSumsOf(userId: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, reason, -sum(delta)::int AS credits
    FROM credit_ledger
    WHERE "userId" = ${userId} AND "createdAt" >= ${usageSince(now)}::timestamptz AND delta < 0
      AND reason IN ('chat_usage', 'image_generation', 'video_generation')
    GROUP BY 1, 2`;
}
