export const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What credits are spent on, by the ledger's reason for it. */
export const USAGE_KIND_BY_REASON = {
  chat_usage: "chat",
  image_generation: "image",
  video_generation: "video",
} as const;
type UsageReason = keyof typeof USAGE_KIND_BY_REASON;
export type UsageKind = (typeof USAGE_KIND_BY_REASON)[UsageReason];

/** Whole credits by what they were spent on. */
export type UsageCredits = Record<UsageKind, number>;

/** What was spent on one day; `day` is its start in UTC. */
export type UsageDay = UsageCredits & { day: Date };

export interface Usage {
  /** Every day of the period, oldest first, those without spending too. */
  days: UsageDay[];
  totals: UsageCredits;
}

/** What the ledger holds for one day and reason. */
export interface UsageSum {
  day: Date;
  reason: UsageReason;
  credits: number;
}

/** When the period begins that ends with today: at midnight in UTC. */
export function usageSince(now: Date): Date {
  return new Date(startOfDay(now) - (USAGE_DAYS - 1) * DAY_MS);
}

/** Lays the sums out over the days of the period. */
export function usageOf(sums: readonly UsageSum[], now: Date): Usage {
  const since = usageSince(now).getTime();
  const days = Array.from({ length: USAGE_DAYS }, (_, index) => emptyDay(since + index * DAY_MS));
  const dayAt = new Map(days.map((day) => [day.day.getTime(), day]));
  const totals: UsageCredits = { chat: 0, image: 0, video: 0 };
  for (const { day, reason, credits } of sums) {
    const kind = USAGE_KIND_BY_REASON[reason];
    const shown = dayAt.get(startOfDay(day));
    if (!shown) continue;
    shown[kind] += credits;
    totals[kind] += credits;
  }
  return { days, totals };
}

const startOfDay = (date: Date) => Math.floor(date.getTime() / DAY_MS) * DAY_MS;
const emptyDay = (time: number): UsageDay => ({ day: new Date(time), chat: 0, image: 0, video: 0 });
