import { randomBytes, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { readJson } from "../bounded-body";
import { type FaultEnv, faultGate } from "../fault-gate";
import { BackendError, invalidParameter, simulatedError } from "./backend-error";
import type { GenerationAppOptions } from "./create-generation-app";
import { IMAGE_BODY_MAX_BYTES, REFERENCES_MAX } from "./image-routes";
import { loadReference } from "./load-reference";
import { checkPicture, checkVideo, videoModelLimits } from "./model-limits";
import { renderVideo } from "./render-video";
import { hasTrigger } from "./trigger-words";
import { frameSize, readContent, VideoRequest } from "./video-request";
import { type VideoTask, type VideoTiming, videoTaskStatus } from "./video-task";
import { describeVideoTask } from "./video-task-answer";

/** Long enough to see every status pass by, short enough not to wait. */
export const VIDEO_TIMING: VideoTiming = { queuedMs: 1_500, runningMs: 3_500 };

/** `/contents/generations/tasks`: submit, ask, cancel. */
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
    // The video is drawn from the first picture; the model would refuse each of them.
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
    });
    return encoded;
  };
  state.tasks.set(task.id, task);
  state.files.set(task.fileName, { contentType: "video/mp4", createdAt: task.createdAt, read });
  return task;
}
