import { z } from "zod";
import { IMAGE_SIZES } from "../image/image-input";
import { VIDEO_RESOLUTIONS } from "../video/video-choices";

// Each field has its own `catch`: a value that is not understood is dropped without losing the others.
const Settings = z.object({
  size: z.enum(IMAGE_SIZES).optional().catch(undefined),
  watermark: z.boolean().optional().catch(undefined),
  duration: z.number().positive().optional().catch(undefined),
  resolution: z.enum(VIDEO_RESOLUTIONS).optional().catch(undefined),
});

/** The settings of an image or video apart from prompt and reference image. */
export type GenerationSettings = z.output<typeof Settings>;

/** Reads the settings from a history row's metadata (JSON text). Unreadable metadata gives no settings: they are only displayed. */
export function parseGenerationSettings(metadata: string): GenerationSettings {
  try {
    return Settings.parse(JSON.parse(metadata));
  } catch {
    return {};
  }
}
