import { useTranslations } from "use-intl/react";

/** The service's own words for what went wrong; a backend's are told as it said them. */
const REASONS: ReadonlyMap<
  string,
  "image" | "video" | "noImage" | "timeout" | "store" | "interrupted" | "chat" | "noAnswer" | "filtered" | "cutOff"
> = new Map([
  ["Failed to generate image", "image"],
  ["Failed to generate video", "video"],
  ["Video generation failed", "video"],
  ["No image generated", "noImage"],
  ["Video generation timeout", "timeout"],
  ["Video generation timeout after 5 minutes", "timeout"],
  ["Failed to store the image", "store"],
  ["Interrupted", "interrupted"],
  ["Failed to process chat", "chat"],
  ["The model gave no answer", "noAnswer"],
  ["The answer was stopped by the content filter", "filtered"],
  ["The answer was cut off", "cutOff"],
  ["The answer stalled", "cutOff"],
] as const);

/** Why a generation failed, in the reader's language where the service itself said it. */
export function useReasonText(): (said: string) => string {
  const t = useTranslations("studio.reason");
  return (said) => {
    const reason = REASONS.get(said);
    return reason ? t(`known.${reason}`) : said;
  };
}
