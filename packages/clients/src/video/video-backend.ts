import { z } from "zod";
import { HttpUrl } from "../http/address";
import type { ModelEndpoint } from "../http/generation-backend";
import { callModelArk } from "../http/modelark-call";
import { toDisplayMessage, UpstreamError } from "../http/upstream-error";

export interface VideoRequest {
  prompt: string | undefined;
  /** First frame; makes it image-to-video. */
  imageUrl: string | undefined;
  durationSeconds: number | undefined;
  resolution: string | undefined;
  watermark: boolean | undefined;
  cameraFixed: boolean | undefined;
}

/** A task as the backend reports it. `status` is the backend's own word. */
export interface VideoTask {
  status: string;
  videoUrl: string | null;
  error: string | null;
}

export interface VideoBackend {
  submit(request: VideoRequest): Promise<{ taskId: string }>;
  getTask(taskId: string): Promise<VideoTask>;
}

/** Taking a task in, with a reference image of up to 10 MB in the request. */
export const VIDEO_SUBMIT_TIMEOUT_MS = 60_000;
/** A status query is made while a caller waits, and again five seconds later. */
export const VIDEO_STATUS_TIMEOUT_MS = 15_000;

const TASKS_PATH = "/contents/generations/tasks";
/** Visible ASCII, so that the id can be stored and looked up; dots alone would be a path. */
const TASK_ID_PATTERN = /^(?!\.+$)[\x21-\x7e]{1,256}$/;

const SubmitAnswer = z.object({ id: z.string().regex(TASK_ID_PATTERN) });
const TaskAnswer = z.object({
  status: z.string().min(1),
  content: z.object({ video_url: z.string().nullish() }).nullish(),
  error: z.object({ message: z.unknown() }).nullish().catch(null),
});

export interface ModelArkVideoBackendOptions extends ModelEndpoint {
  submitTimeoutMs?: number;
  statusTimeoutMs?: number;
}

/** The video model, over ModelArk's task protocol. */
export function createModelArkVideoBackend(options: ModelArkVideoBackendOptions): VideoBackend {
  return {
    submit: (request) =>
      callModelArk(options, TASKS_PATH, {
        body: taskBody(options.model, request),
        timeoutMs: options.submitTimeoutMs ?? VIDEO_SUBMIT_TIMEOUT_MS,
        read: (answer) => ({ taskId: SubmitAnswer.parse(answer).id }),
      }),

    async getTask(taskId) {
      if (!TASK_ID_PATTERN.test(taskId)) throw new UpstreamError("The video task id is not valid");
      return callModelArk(options, `${TASKS_PATH}/${encodeURIComponent(taskId)}`, {
        timeoutMs: options.statusTimeoutMs ?? VIDEO_STATUS_TIMEOUT_MS,
        read: (answer) => toVideoTask(TaskAnswer.parse(answer)),
      });
    },
  };
}

/** Parameters go in top-level fields, which the backend checks strictly: one that was not asked for is left out. */
function taskBody(model: string, request: VideoRequest): Record<string, unknown> {
  const content: object[] = [];
  if (request.prompt !== undefined) content.push({ type: "text", text: request.prompt });
  if (request.imageUrl !== undefined) {
    content.push({ type: "image_url", image_url: { url: request.imageUrl }, role: "first_frame" });
  }
  // JSON leaves undefined members out.
  return {
    model,
    content,
    resolution: request.resolution,
    duration: request.durationSeconds,
    camera_fixed: request.imageUrl === undefined ? undefined : request.cameraFixed,
    watermark: request.watermark,
  };
}

function toVideoTask(answer: z.output<typeof TaskAnswer>): VideoTask {
  const videoUrl = HttpUrl.safeParse(answer.content?.video_url);
  return {
    status: answer.status,
    videoUrl: videoUrl.success ? videoUrl.data : null,
    error: toDisplayMessage(answer.error?.message),
  };
}
