import { type NextGrant, nextGrantOf } from "@app/core/credits/next-grant";
import type { Usage } from "@app/core/credits/usage";
import type { UserContext } from "../context";
import { type GenerationSummary, generationColumns } from "../history/generation-summary";
import { getUsage } from "../ledger/get-usage";
import { type FirstSteps, getFirstSteps } from "./get-first-steps";

const RECENT_GENERATIONS_MAX = 6;
const RECENT_CHATS_MAX = 5;

export interface Dashboard {
  email: string;
  credits: number;
  planKey: string;
  subscription: { planKey: string; status: string; currentPeriodEnd: Date } | null;
  nextGrant: NextGrant | null;
  usage: Usage;
  firstSteps: FirstSteps;
  recentGenerations: GenerationSummary[];
  recentChats: { id: string; title: string; lastMessageAt: Date }[];
}

/** What a signed-in user sees first. */
export async function getDashboard(ctx: UserContext): Promise<Dashboard> {
  const userId = ctx.actor.id;
  const [schedule, subscription, usage, firstSteps, recentGenerations, recentChats] = await Promise.all([
    ctx.db.subscriptionCreditSchedule.findFirst({ where: { userId }, orderBy: { nextGrantAt: "asc" } }),
    ctx.db.subscription.findFirst({
      where: { userId },
      select: { planKey: true, status: true, currentPeriodEnd: true },
      orderBy: { currentPeriodEnd: "desc" },
    }),
    getUsage(ctx),
    getFirstSteps(ctx),
    ctx.db.generationHistory.findMany({
      where: { userId, deletedAt: null },
      select: generationColumns,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: RECENT_GENERATIONS_MAX,
    }),
    ctx.db.chatSession.findMany({
      where: { userId, deletedAt: null },
      select: { id: true, title: true, lastMessageAt: true },
      orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
      take: RECENT_CHATS_MAX,
    }),
  ]);
  const { email, credits, planKey } = ctx.actor;
  const nextGrant = nextGrantOf(schedule, subscription, ctx.now());
  return { email, credits, planKey, subscription, nextGrant, usage, firstSteps, recentGenerations, recentChats };
}
