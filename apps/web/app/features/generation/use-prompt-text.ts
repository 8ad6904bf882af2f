import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { useTranslations } from "use-intl/react";

/**
 * Returns a function that translates a stored prompt if it is the default one, which the service stores for a video from a picture without a
 * prompt. Other prompts are returned unchanged.
 */
export function usePromptText(): (prompt: string) => string {
  const t = useTranslations("video");
  return (prompt) => (prompt === VIDEO_DEFAULT_PROMPT ? t("fromPicture") : prompt);
}
