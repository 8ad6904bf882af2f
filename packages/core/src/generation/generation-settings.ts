import { z } from "zod";
import { IMAGE_SIZES } from "../image/image-input";
import { VIDEO_RESOLUTIONS } from "../video/video-choices";

// Each field by itself: one that is not understood is left out and does not take the others with it.
const Settings = z.object({
  size: z.enum(IMAGE_SIZES).optional().catch(undefined),
  watermark: z.boolean().optional().catch(undefined),
  duration: z.number().positive().optional().catch(undefined),
  resolution: z.enum(VIDEO_RESOLUTIONS).optional().catch(undefined),
});

/** What was chosen for an image or a video beside its prompt and reference. */
export type GenerationSettings = z.output<typeof Settings>;

/** The settings in the metadata of a history row; none where they cannot be read. */
export function parseGenerationSettings(metadata: string): GenerationSettings {
  try {
    return Settings.parse(JSON.parse(metadata));
  } catch {
    return {};
  }
}
