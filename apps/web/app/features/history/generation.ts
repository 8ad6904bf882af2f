import type { ApiOutputs } from "@app/api/root";

/** An image or video. */
export type Generation = ApiOutputs["history"]["get"];

const STATUSES = ["pending", "processing", "completed", "failed"] as const;
export type GenerationStatus = (typeof STATUSES)[number];

/** Narrows the status, which the API returns as text. */
export function statusOf(generation: { status: string }): GenerationStatus {
  return STATUSES.find((status) => status === generation.status) ?? "processing";
}

export function isInProgress(generation: { status: string }): boolean {
  const status = statusOf(generation);
  return status === "pending" || status === "processing";
}

/** The stored error of a work that was refused before its charge. */
const INSUFFICIENT_CREDITS = "Insufficient credits";

export const isUncharged = ({ error }: { error: string | null }) => error === INSUFFICIENT_CREDITS;

/**
 * What a work has cost its owner. `creditsUsed` is its price, also when it was not charged, or refunded. Administrators see the price of a
 * refunded work next to its refund.
 */
export const creditsCharged = (work: { error: string | null; creditsUsed: number; refunded?: boolean }) =>
  work.refunded || isUncharged(work) ? 0 : work.creditsUsed;

export const typeOf = (generation: { type: string }) => (generation.type === "video" ? "video" : "image");
