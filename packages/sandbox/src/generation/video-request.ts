import { z } from "zod";
import type { PixelSize } from "./image-size";

export const VIDEO_DURATION_MAX_SECONDS = 60;

const TextItem = z.strictObject({ type: z.literal("text"), text: z.string() });
const ImageItem = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({ url: z.string().min(1) }),
  role: z.enum(["first_frame", "last_frame", "reference_image"]).optional(),
});

/** The body of a video task. The backend refuses top-level fields it does not know. */
export const VideoRequest = z.strictObject({
  model: z.string().min(1),
  content: z.array(z.discriminatedUnion("type", [TextItem, ImageItem])).min(1),
  resolution: z.enum(["480p", "720p", "1080p"]).default("720p"),
  ratio: z.string().optional(),
  duration: z.number().positive().max(VIDEO_DURATION_MAX_SECONDS).default(5),
  seed: z.int().optional(),
  camera_fixed: z.boolean().default(false),
  watermark: z.boolean().default(false),
  callback_url: z.url().optional(),
  return_last_frame: z.boolean().optional(),
});
export type VideoRequest = z.output<typeof VideoRequest>;

/** Smaller than what the names promise: a stand-in's video has to be quick to encode. */
const FRAME_SIZES: Readonly<Record<VideoRequest["resolution"], PixelSize>> = {
  "480p": { width: 480, height: 270 },
  "720p": { width: 640, height: 360 },
  "1080p": { width: 960, height: 540 },
};

export function frameSize(resolution: VideoRequest["resolution"]): PixelSize {
  return FRAME_SIZES[resolution];
}

/** The texts and the pictures of a request. */
export function readContent(request: VideoRequest): { prompt: string; imageUrls: string[] } {
  const texts: string[] = [];
  const imageUrls: string[] = [];
  for (const item of request.content) {
    if (item.type === "text") texts.push(item.text);
    else imageUrls.push(item.image_url.url);
  }
  return { prompt: texts.join(" ").trim(), imageUrls };
}
