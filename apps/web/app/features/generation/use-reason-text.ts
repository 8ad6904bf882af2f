import { ANSWER_LOST } from "@app/core/chat/chat-stream";
import {
  MODERATION_ERROR_MESSAGES,
  REFERENCE_ERROR_MESSAGES,
  REFERENCE_LIMITS,
  referenceProblemMessage,
} from "@app/core/generation/generation-limits";
import { useTranslations } from "use-intl/react";

/** Message keys of the service's own error messages. Messages of providers are shown as they are. */
const REASON_KEYS: ReadonlyMap<
  string,
  | "image"
  | "video"
  | "noImage"
  | "promptRefused"
  | "promptUnchecked"
  | "timeout"
  | "store"
  | "interrupted"
  | "referenceMissing"
  | "referenceNotLoaded"
  | "chat"
  | "noReply"
  | "filtered"
  | "cutOff"
  | "lost"
  | "unavailable"
  | "busy"
  | "insufficientCredits"
> = new Map([
  ["Failed to generate image", "image"],
  ["Failed to generate video", "video"],
  ["Video generation failed", "video"],
  ["No image generated", "noImage"],
  ["Video generation timeout", "timeout"],
  ["Video generation timeout after 5 minutes", "timeout"],
  ["Failed to store the image", "store"],
  ["Interrupted", "interrupted"],
  [MODERATION_ERROR_MESSAGES.refused, "promptRefused"],
  [MODERATION_ERROR_MESSAGES.unavailable, "promptUnchecked"],
  [REFERENCE_ERROR_MESSAGES.missing, "referenceMissing"],
  [REFERENCE_ERROR_MESSAGES.notLoaded, "referenceNotLoaded"],
  ["Failed to process chat", "chat"],
  ["The model gave no answer", "noReply"],
  ["The answer was stopped by the content filter", "filtered"],
  ["The answer was cut off", "cutOff"],
  ["The answer stalled", "cutOff"],
  [ANSWER_LOST, "lost"],
  ["The generation backend failed", "unavailable"],
  ["The generation backend refused the request", "unavailable"],
  ["The generation backend gave an answer that cannot be read", "unavailable"],
  ["The generation backend could not be reached", "unavailable"],
  ["The generation backend did not answer in time", "unavailable"],
  ["The connection to the generation backend was lost", "unavailable"],
  ["The generation backend is busy", "busy"],
  ["Insufficient credits", "insufficientCredits"],
] as const);

interface ReferenceReason {
  problem: "noPicture" | "tooLarge" | "tooNarrow" | "tooSmall" | "sidesTooLong";
  side?: number;
  ratio?: number;
  sideMax?: number;
}

/** Server errors about a reference picture, mapped to the texts that the check before the upload uses. */
const REFERENCE_REASONS: ReadonlyMap<string, ReferenceReason> = new Map([
  [REFERENCE_ERROR_MESSAGES.unreadable, { problem: "noPicture" }],
  [REFERENCE_ERROR_MESSAGES.tooManyBytes, { problem: "tooLarge" }],
  ...(["image", "video"] as const).flatMap((kind): [string, ReferenceReason][] => {
    const { ratioMax, sideMinPixels, sideMaxPixels } = REFERENCE_LIMITS[kind];
    return [
      [referenceProblemMessage(kind, "tooNarrow"), { problem: "tooNarrow", ratio: ratioMax }],
      [referenceProblemMessage(kind, "tooSmall"), { problem: "tooSmall", side: sideMinPixels }],
      [referenceProblemMessage(kind, "tooLarge"), { problem: "sidesTooLong", sideMax: sideMaxPixels }],
    ];
  }),
]);

/** Translates an error message of the service. Other messages are returned unchanged. */
export function useReasonText(): (message: string) => string {
  const t = useTranslations("studio");
  return (message) => {
    const reference = REFERENCE_REASONS.get(message);
    if (reference) {
      const { problem, side = 0, ratio = 0, sideMax = 0 } = reference;
      return t(`reference.problem.${problem}`, { side, ratio, sideMax });
    }
    const reason = REASON_KEYS.get(message);
    return reason ? t(`reason.${reason}`) : message;
  };
}
