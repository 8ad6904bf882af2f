import type { SpendingReason } from "./ledger-reasons";

export const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What credits are spent on, by ledger reason. */
export const USAGE_KIND_BY_REASON = {
  chat_usage: "chat",
  image_generation: "image",
  video_generation: "video",
} as const satisfies Record<SpendingReason, string>;
export type UsageKind = (typeof USAGE_KIND_BY_REASON)[SpendingReason];

/** Whole credits spent, by kind. */
export type UsageCredits = Record<UsageKind, number>;

/** Spending of one day; `day` is its start in UTC. */
export type UsageDay = UsageCredits & { day: Date };

export interface Usage {
  /** Every day of the period, oldest first, including days without spending. */
  days: UsageDay[];
  totals: UsageCredits;
}

/** The ledger's sum for one day and reason. `day` is any time of that day. */
export interface UsageSum {
  day: Date;
  reason: SpendingReason;
  credits: number;
}

/** Start of the period that ends with today: midnight in UTC. */
export function usageSince(now: Date): Date {
  return new Date(startOfDay(now) - (USAGE_DAYS - 1) * DAY_MS);
}

/** Distributes the sums over the days of the period. */
export function usageOf(sums: readonly UsageSum[], now: Date): Usage {
  const since = usageSince(now).getTime();
  const days = Array.from({ length: USAGE_DAYS }, (_, index) => emptyDay(since + index * DAY_MS));
  const dayAt = new Map(days.map((day) => [day.day.getTime(), day]));
  const totals: UsageCredits = { chat: 0, image: 0, video: 0 };
  for (const { day, reason, credits } of sums) {
    const kind = USAGE_KIND_BY_REASON[reason];
    const usage = dayAt.get(startOfDay(day));
    if (!usage) continue;
    usage[kind] += credits;
    totals[kind] += credits;
  }
  return { days, totals };
}

/** The ledger's sum for one API key and reason; null for what was spent without a key. */
export interface KeyUsageSum {
  apiKeyId: string | null;
  reason: SpendingReason;
  credits: number;
}

/** What was spent with one API key, or without a key, by kind and in all. */
export interface KeyUsage extends UsageCredits {
  apiKeyId: string | null;
  total: number;
}

/** Usage by key: without a key first, then the keys by what was spent with them. */
export function usageByKey(sums: readonly KeyUsageSum[]): KeyUsage[] {
  const usages = new Map<string | null, KeyUsage>();
  for (const { apiKeyId, reason, credits } of sums) {
    const usage = usages.get(apiKeyId) ?? { apiKeyId, chat: 0, image: 0, video: 0, total: 0 };
    usage[USAGE_KIND_BY_REASON[reason]] += credits;
    usage.total += credits;
    usages.set(apiKeyId, usage);
  }
  return [...usages.values()].sort(
    (a, b) => Number(a.apiKeyId !== null) - Number(b.apiKeyId !== null) || b.total - a.total,
  );
}

const startOfDay = (date: Date) => Math.floor(date.getTime() / DAY_MS) * DAY_MS;
const emptyDay = (time: number): UsageDay => ({ day: new Date(time), chat: 0, image: 0, video: 0 });
