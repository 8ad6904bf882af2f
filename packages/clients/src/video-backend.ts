import { z } from "zod";
import { withDeadline } from "./deadline";
import { createGenerationClient, GENERATION_ANSWER_MAX_BYTES, type ModelEndpoint } from "./generation-client";
import { toGenerationError } from "./generation-error";
import { HttpUrl } from "./http-url";
import { shownMessage } from "./shown-message";
import { UpstreamError } from "./upstream-error";

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
  const client = createGenerationClient(options, GENERATION_ANSWER_MAX_BYTES);
  const submitTimeout = options.submitTimeoutMs ?? VIDEO_SUBMIT_TIMEOUT_MS;
  const statusTimeout = options.statusTimeoutMs ?? VIDEO_STATUS_TIMEOUT_MS;
  return {
    async submit(request) {
      const body = taskBody(options.model, request);
      try {
        const answer = await withDeadline(submitTimeout, (signal) =>
          client.post(TASKS_PATH, { body, signal, timeout: submitTimeout }),
        );
        return { taskId: SubmitAnswer.parse(answer).id };
      } catch (cause) {
        throw toGenerationError(cause);
      }
    },

    async getTask(taskId) {
      if (!TASK_ID_PATTERN.test(taskId)) throw new UpstreamError("The video task id is not valid");
      const path = `${TASKS_PATH}/${encodeURIComponent(taskId)}`;
      try {
        const answer = await withDeadline(statusTimeout, (signal) =>
          client.get(path, { signal, timeout: statusTimeout }),
        );
        return toVideoTask(TaskAnswer.parse(answer));
      } catch (cause) {
        throw toGenerationError(cause);
      }
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
    error: shownMessage(answer.error?.message),
  };
}
