import { parseTextModels, type TextModel } from "@app/core/chat/text-models";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import type { ImageChoices } from "@app/core/image/image-input";
import { parseDurations, type VideoChoices } from "@app/core/video/video-choices";

/** The variables that say what the configured models accept. */
interface ModelVariables {
  AI_TEXT_MODEL: string;
  AI_TEXT_MODELS?: string | undefined;
  AI_IMAGE_SIZES: ImageChoices["sizes"];
  AI_IMAGE_DEFAULT_SIZE: ImageChoices["defaultSize"];
  VIDEO_MAX_DURATION_SECONDS: number;
  AI_VIDEO_DURATIONS?: string | undefined;
  AI_VIDEO_RESOLUTIONS: VideoChoices["resolutions"];
}

/** The text models that users may choose from, the default first. */
export function textModels(env: Pick<ModelVariables, "AI_TEXT_MODEL" | "AI_TEXT_MODELS">): [TextModel, ...TextModel[]] {
  const [first, ...others] = parseTextModels(env.AI_TEXT_MODELS ?? "") ?? [];
  return first ? [first, ...others] : [{ name: env.AI_TEXT_MODEL, credits: CHAT_COST_CREDITS }];
}

/** The sizes that the configured image model accepts. */
export function imageChoices(env: Pick<ModelVariables, "AI_IMAGE_SIZES" | "AI_IMAGE_DEFAULT_SIZE">): ImageChoices {
  return { sizes: env.AI_IMAGE_SIZES, defaultSize: env.AI_IMAGE_DEFAULT_SIZE };
}

/** The durations and resolutions that the configured video model accepts, up to the longest duration. */
export function videoChoices(
  env: Pick<ModelVariables, "VIDEO_MAX_DURATION_SECONDS" | "AI_VIDEO_DURATIONS" | "AI_VIDEO_RESOLUTIONS">,
): VideoChoices {
  const maxDurationSeconds = env.VIDEO_MAX_DURATION_SECONDS;
  const durations = env.AI_VIDEO_DURATIONS === undefined ? null : parseDurations(env.AI_VIDEO_DURATIONS);
  return {
    maxDurationSeconds,
    durations: durations?.filter((duration) => duration <= maxDurationSeconds) ?? null,
    resolutions: env.AI_VIDEO_RESOLUTIONS,
  };
}
