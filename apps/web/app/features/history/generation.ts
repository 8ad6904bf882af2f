import type { ApiOutputs } from "@app/api/root";

/** An image or video in a list. */
export type Generation = ApiOutputs["history"]["list"]["items"][number];

/** An image or video with all details. */
export type GenerationDetail = ApiOutputs["history"]["get"];

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

export const typeOf = (generation: { type: string }) => (generation.type === "video" ? "video" : "image");
