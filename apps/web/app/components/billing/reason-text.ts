import type { LedgerReason } from "@app/core/credits/reasons";

const TEXT_BY_REASON: Record<LedgerReason, string> = {
  subscription_cycle: "Subscription payment",
  subscription_schedule: "Instalment of a yearly plan",
  one_time_pack: "Credit pack",
  chat_usage: "Chat message",
  image_generation: "Image",
  video_generation: "Video",
  refund: "Refund",
  adjustment: "Adjustment",
};

const TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(TEXT_BY_REASON));

/** Why a balance changed, in words. What an administrator gave as the reason is made readable but otherwise kept. */
export function reasonText(reason: string): string {
  const known = TEXTS.get(reason);
  if (known !== undefined) return known;
  const words = reason.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
