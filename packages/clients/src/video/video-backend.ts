import { VIDEO_TASK_ID_MAX_CHARACTERS } from "@app/core/video/video-choices";
import { z } from "zod";
import { HttpUrl } from "../http/address";
import { callJson } from "../http/configured-fetch";
import {
  GENERATION_RESPONSE_MAX_BYTES,
  type ModelEndpoint,
  toGenerationError,
  toRefusalError,
} from "../http/generation-backend";
import { toDisplayMessage, UpstreamError } from "../http/upstream-error";

export interface VideoRequest {
  prompt: string | undefined;
  /** http(s) address or data URL of the first frame, for image-to-video. */
  imageUrl: string | undefined;
  durationSeconds: number | undefined;
  resolution: string | undefined;
  watermark: boolean | undefined;
  cameraFixed: boolean | undefined;
}

/** A task as the backend reports it. `status` is the backend's own value. */
export interface VideoTask {
  status: string;
  videoUrl: string | null;
  error: string | null;
}

export interface VideoBackend {
  /** Starts a task. @throws UpstreamError whose message may be shown */
  submit(request: VideoRequest): Promise<{ taskId: string }>;
  /** Reads a task's state. @throws UpstreamError whose message may be shown */
  getTask(taskId: string): Promise<VideoTask>;
}

/** Limit of a submission, whose request may hold a reference image of up to 10 MB. */
export const VIDEO_SUBMIT_TIMEOUT_MS = 60_000;
/** Limit of a status query: a user waits for it, and the next one follows five seconds later. */
export const VIDEO_STATUS_TIMEOUT_MS = 15_000;

const TASKS_PATH = "/contents/generations/tasks";
/** Visible ASCII, so that the id can be stored and looked up. Dots alone would be a relative path. */
const TASK_ID_PATTERN = new RegExp(`^(?!\\.+$)[\\x21-\\x7e]{1,${VIDEO_TASK_ID_MAX_CHARACTERS}}$`);

const SubmitResponse = z.object({ id: z.string().regex(TASK_ID_PATTERN) });
const TaskResponse = z.object({
  status: z.string().min(1),
  content: z.object({ video_url: z.string().nullish() }).nullish(),
  error: z.object({ message: z.unknown() }).nullish().catch(null),
});

export interface ModelArkVideoBackendOptions extends ModelEndpoint {
  submitTimeoutMs?: number;
  statusTimeoutMs?: number;
}

/** The video model, over ModelArk's task protocol, which OpenAI's client does not speak. */
export function createModelArkVideoBackend(options: ModelArkVideoBackendOptions): VideoBackend {
  return {
    async submit(request) {
      const timeoutMs = options.submitTimeoutMs ?? VIDEO_SUBMIT_TIMEOUT_MS;
      const submission = { body: taskBody(options.model, request), prompt: request.prompt };
      const { id } = await call(options, SubmitResponse, TASKS_PATH, timeoutMs, submission);
      return { taskId: id };
    },

    async getTask(taskId) {
      if (!TASK_ID_PATTERN.test(taskId)) throw new UpstreamError("The video task id is not valid");
      const timeoutMs = options.statusTimeoutMs ?? VIDEO_STATUS_TIMEOUT_MS;
      return toVideoTask(await call(options, TaskResponse, `${TASKS_PATH}/${encodeURIComponent(taskId)}`, timeoutMs));
    },
  };
}

/** One call, POST for a submission. */
async function call<Output>(
  { baseUrl, apiKey }: ModelEndpoint,
  schema: z.ZodType<Output>,
  path: string,
  timeoutMs: number,
  submission?: { body: object; prompt: string | undefined },
): Promise<Output> {
  try {
    const response = await callJson(`${baseUrl.replace(/\/+$/, "")}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      body: submission?.body,
      maxBytes: GENERATION_RESPONSE_MAX_BYTES,
      timeoutMs,
    });
    if (!response.ok) throw toRefusalError(response.status, response.text, submission?.prompt);
    return schema.parse(JSON.parse(response.text));
  } catch (cause) {
    throw toGenerationError(cause);
  }
}

/** Parameters are top-level fields. The backend checks them strictly, so those without a value are left out. */
function taskBody(model: string, request: VideoRequest): Record<string, unknown> {
  const content: object[] = [];
  if (request.prompt !== undefined) content.push({ type: "text", text: request.prompt });
  if (request.imageUrl !== undefined) {
    content.push({ type: "image_url", image_url: { url: request.imageUrl }, role: "first_frame" });
  }
  // JSON.stringify leaves undefined members out.
  return {
    model,
    content,
    resolution: request.resolution,
    duration: request.durationSeconds,
    camera_fixed: request.imageUrl === undefined ? undefined : request.cameraFixed,
    watermark: request.watermark,
  };
}

function toVideoTask(task: z.output<typeof TaskResponse>): VideoTask {
  const videoUrl = HttpUrl.safeParse(task.content?.video_url);
  return {
    status: task.status,
    videoUrl: videoUrl.success ? videoUrl.data : null,
    error: toDisplayMessage(task.error?.message),
  };
}
