import type { UserContext } from "../context";
import { type GenerationSummary, generationColumns } from "../history/generation-summary";

const RECENT_GENERATIONS_MAX = 6;
const RECENT_CHATS_MAX = 5;

export interface Dashboard {
  credits: number;
  planKey: string;
  /** The next instalment of a yearly plan. */
  nextGrant: { at: Date; credits: number; grantsRemaining: number } | null;
  recentGenerations: GenerationSummary[];
  recentChats: { id: string; title: string; lastMessageAt: Date }[];
}

/** What a signed-in user sees first. */
export async function getDashboard(ctx: UserContext): Promise<Dashboard> {
  const userId = ctx.actor.id;
  const [schedule, recentGenerations, recentChats] = await Promise.all([
    ctx.db.subscriptionCreditSchedule.findFirst({ where: { userId }, orderBy: { nextGrantAt: "asc" } }),
    ctx.db.generationHistory.findMany({
      where: { userId },
      select: generationColumns,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: RECENT_GENERATIONS_MAX,
    }),
    ctx.db.chatSession.findMany({
      where: { userId },
      select: { id: true, title: true, lastMessageAt: true },
      orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
      take: RECENT_CHATS_MAX,
    }),
  ]);
  const nextGrant = schedule && {
    at: schedule.nextGrantAt,
    credits:
      schedule.grantsRemaining > 1
        ? Math.min(schedule.creditsPerGrant, schedule.totalCreditsRemaining)
        : schedule.totalCreditsRemaining,
    grantsRemaining: schedule.grantsRemaining,
  };
  return { credits: ctx.actor.credits, planKey: ctx.actor.planKey, nextGrant, recentGenerations, recentChats };
}
