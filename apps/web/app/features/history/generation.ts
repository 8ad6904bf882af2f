import type { ApiOutputs } from "@app/api/root";

/** An image or video as lists show it. */
export type Generation = ApiOutputs["history"]["list"]["items"][number];

/** One as its own view shows it. */
export type GenerationDetail = ApiOutputs["history"]["get"];

const STATUSES = ["pending", "processing", "completed", "failed"] as const;

/** The status as one of the words there are; the column itself is text. */
export function statusOf(generation: { status: string }): (typeof STATUSES)[number] {
  return STATUSES.find((status) => status === generation.status) ?? "processing";
}

/** Whether it is still being made. */
export function isInProgress(generation: { status: string }): boolean {
  const status = statusOf(generation);
  return status === "pending" || status === "processing";
}

export const typeOf = (generation: { type: string }) => (generation.type === "video" ? "video" : "image");
