import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { useTranslations } from "use-intl/react";

/** Returns a function that writes a prompt for the page. A video from a picture without a prompt is stored with a text that the user did not write. */
export function usePromptText(): (prompt: string) => string {
  const t = useTranslations("video");
  return (prompt) => (prompt === VIDEO_DEFAULT_PROMPT ? t("fromPicture") : prompt);
}
