import { type NextGrant, nextGrantOf } from "@app/core/credits/next-grant";
import { type Usage, type UsageSum, usageOf } from "@app/core/credits/usage";
import { invariant } from "@app/core/errors";
import { Prisma } from "@app/db/client";
import type { UserContext } from "../context";
import type { GenerationSummary } from "../history/generation-summary";
import { usageSumsOf } from "../ledger/usage-sums";
import { type FirstSteps, firstStepsOf } from "./first-steps";
import { type RecentChat, recentChatsOf, recentGenerationsOf } from "./recent-work";

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
