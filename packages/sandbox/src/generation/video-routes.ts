import { randomBytes, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { type FaultEnv, faultGate } from "../faults";
import { BackendError, invalidParameter, simulatedError } from "./backend-error";
import { type GenerationAppOptions, type VideoTask, type VideoTiming, videoTaskStatus } from "./generation-state";
import { IMAGE_BODY_MAX_BYTES, REFERENCES_MAX } from "./image-routes";
import { checkPicture, checkVideo, type PixelSize, videoModelLimits } from "./model-limits";
import { loadReference } from "./reference-image";
import { renderVideo } from "./render-video";
import { hasTrigger } from "./trigger-words";

/** Long enough to see every status, short enough not to wait. */
export const VIDEO_TIMING: VideoTiming = { queuedMs: 1_500, runningMs: 3_500 };

/** `/contents/generations/tasks`: submit, status, cancel. */
export function createVideoRoutes(options: GenerationAppOptions): Hono<FaultEnv> {
  const { state, now, publicUrl } = options;
  const timing = options.videoTiming ?? VIDEO_TIMING;
  const routes = new Hono<FaultEnv>();
  routes.use(faultGate(options.faults, "video", (_c, status) => simulatedError(status).toResponse()));

  const find = (taskId: string): VideoTask => {
    const task = state.tasks.get(taskId);
    if (!task) throw new BackendError(404, "InvalidParameter.TaskNotFound", `The task ${taskId} does not exist`);
    return task;
  };

  routes.post("/", async (c) => {
    const parsed = VideoRequest.safeParse(await readJson(c.req.raw, IMAGE_BODY_MAX_BYTES));
    if (!parsed.success) throw invalidParameter(parsed.error.issues[0]?.message ?? "Invalid request");
    const task = await submitTask(parsed.data, options);
    return c.json({ id: task.id });
  });
  routes.get("/:id", (c) => c.json(describeVideoTask(find(c.req.param("id")), now(), timing, publicUrl)));
  routes.delete("/:id", (c) => {
    const task = find(c.req.param("id"));
    const status = videoTaskStatus(task, now(), timing);
    if (status === "running")
      throw new BackendError(409, "InvalidAction.RunningTaskDeletion", "A running task cannot be deleted");
    if (status === "queued") state.tasks.set(task.id, { ...task, settled: "cancelled" });
    else state.tasks.delete(task.id);
    return c.json({});
  });
  return routes;
}

async function submitTask(request: VideoRequest, options: GenerationAppOptions): Promise<VideoTask> {
  const { state, now, fetchReference } = options;
  const { prompt, imageUrls } = readContent(request);
  if (prompt === "" && imageUrls.length === 0) throw invalidParameter("The content holds neither text nor an image");
  if (imageUrls.length > REFERENCES_MAX) throw invalidParameter(`The content holds more than ${REFERENCES_MAX} images`);
  const limits = videoModelLimits(request.model);
  if (limits) checkVideo(limits, request);
  const [first, ...others] = imageUrls;
  const reference = first === undefined ? null : await loadReference(first, fetchReference);
  if (limits && reference) {
    checkPicture(limits.pictures, reference);
    // Only the first one is drawn, but the real model checks all of them.
    for (const address of others) checkPicture(limits.pictures, await loadReference(address, fetchReference));
  }
  const task: VideoTask = {
    id: `cgt-${randomBytes(12).toString("hex")}`,
    model: request.model,
    prompt,
    resolution: request.resolution,
    durationSeconds: request.duration,
    cameraFixed: request.camera_fixed,
    fileName: `${randomUUID()}.mp4`,
    createdAt: now(),
    settled: null,
    eventualStatus: hasTrigger(prompt, "fail") ? "failed" : hasTrigger(prompt, "slow") ? "running" : "succeeded",
  };
  let encoded: Promise<Uint8Array> | undefined;
  const read = () => {
    encoded ??= renderVideo({
      reference: reference?.bytes ?? null,
      prompt: prompt || "Untitled",
      size: frameSize(request.resolution),
      durationSeconds: request.duration,
      cameraFixed: request.camera_fixed,
      isCaptioned: true,
    });
    return encoded;
  };
  state.tasks.set(task.id, task);
  state.files.set(task.fileName, { contentType: "video/mp4", createdAt: task.createdAt, read });
  return task;
}

export const VIDEO_DURATION_MAX_SECONDS = 60;

const TextItem = z.strictObject({ type: z.literal("text"), text: z.string() });
const ImageItem = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({ url: z.string().min(1) }),
  role: z.enum(["first_frame", "last_frame", "reference_image"]).optional(),
});

/** The body of a video task. The backend refuses unknown top-level fields. */
const VideoRequest = z.strictObject({
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
type VideoRequest = z.output<typeof VideoRequest>;

/** Smaller than the names say, so that encoding is quick. */
const FRAME_SIZES: Readonly<Record<VideoRequest["resolution"], PixelSize>> = {
  "480p": { width: 480, height: 270 },
  "720p": { width: 640, height: 360 },
  "1080p": { width: 960, height: 540 },
};

function frameSize(resolution: VideoRequest["resolution"]): PixelSize {
  return FRAME_SIZES[resolution];
}

/** The prompt and the reference images of a request. */
function readContent(request: VideoRequest): { prompt: string; imageUrls: string[] } {
  const texts: string[] = [];
  const imageUrls: string[] = [];
  for (const item of request.content) {
    if (item.type === "text") texts.push(item.text);
    else imageUrls.push(item.image_url.url);
  }
  return { prompt: texts.join(" ").trim(), imageUrls };
}

const FAILURE = {
  code: "OutputVideoSensitiveContentDetected",
  message: "The output video may contain sensitive content",
};
/** An invented rate, so that longer videos cost more. */
const TOKENS_PER_SECOND = 21_780;

/** A task in the backend's format. A failed task still has HTTP status 200. */
function describeVideoTask(task: VideoTask, now: Date, timing: VideoTiming, publicUrl: string) {
  const status = videoTaskStatus(task, now, timing);
  const hasVideo = status === "succeeded" && !hasTrigger(task.prompt, "empty");
  const changedMs = Math.min(now.getTime(), task.createdAt.getTime() + timing.queuedMs + timing.runningMs);
  return {
    id: task.id,
    model: task.model,
    status,
    error: status === "failed" ? FAILURE : null,
    ...(status === "succeeded" && {
      content: hasVideo ? { video_url: `${publicUrl}/files/${task.fileName}` } : {},
      usage: { completion_tokens: Math.round(task.durationSeconds * TOKENS_PER_SECOND) },
    }),
    resolution: task.resolution,
    duration: task.durationSeconds,
    created_at: Math.floor(task.createdAt.getTime() / 1000),
    updated_at: Math.floor(changedMs / 1000),
  };
}
