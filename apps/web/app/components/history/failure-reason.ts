/** Stored errors in the service's own words, by the reason they stand for. */
const REASONS = new Map([
  ["Insufficient credits", "insufficientCredits"],
  ["Interrupted", "interrupted"],
  ["Video generation timeout", "timeout"],
  ["No image generated", "noImage"],
  ["Failed to store the image", "notStored"],
  ["Failed to store the video", "notStored"],
  ["Failed to generate image", "image"],
  ["Failed to generate video", "video"],
  ["Video generation failed", "video"],
  ["The generation backend could not be reached", "unreachable"],
  ["The generation backend did not answer in time", "unreachable"],
  ["The connection to the generation backend was lost", "unreachable"],
] as const);

export type FailureReason = (typeof REASONS extends Map<string, infer Reason> ? Reason : never) | "other";

/** Why a generation failed; `other` stands for the words of the backend. */
export function failureReason(error: string): FailureReason {
  const known: ReadonlyMap<string, FailureReason> = REASONS;
  return known.get(error) ?? "other";
}
