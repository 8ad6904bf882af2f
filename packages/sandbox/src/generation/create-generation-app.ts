import { Hono } from "hono";
import type { Faults } from "../faults";
import { BackendError } from "./backend-error";
import { createChatRoutes } from "./chat-routes";
import { createFileRoutes } from "./file-routes";
import type { GenerationState } from "./generation-state";
import { createImageRoutes } from "./image-routes";
import type { FetchReference } from "./load-reference";
import { createVideoRoutes } from "./video-routes";
import type { VideoTiming } from "./video-task";

export interface GenerationAppOptions {
  apiKey: string;
  /** The address this app is reached at, without a slash at its end. */
  publicUrl: string;
  now: () => Date;
  state: GenerationState;
  faults: Faults;
  fetchReference: FetchReference;
  /** Pause before each fragment of a streamed answer. */
  chatPacingMs?: number | undefined;
  videoTiming?: VideoTiming | undefined;
}

/** Plays the generation backend: chat, image to image, video tasks, and the files that come of them. */
export function createGenerationApp(options: GenerationAppOptions): Hono {
  const app = new Hono();
  app.onError((error) => {
    if (error instanceof BackendError) return error.toResponse();
    return new BackendError(500, "InternalServiceError", error.message).toResponse();
  });
  for (const prefix of ["/chat/*", "/images/*", "/contents/*"]) {
    app.use(prefix, async (c, next) => {
      if (c.req.header("authorization") === `Bearer ${options.apiKey}`) return next();
      throw new BackendError(401, "AuthenticationError", "The API key in the request is missing or invalid");
    });
  }
  app.route("/chat", createChatRoutes(options));
  app.route("/images", createImageRoutes(options));
  app.route("/contents/generations/tasks", createVideoRoutes(options));
  app.route("/files", createFileRoutes(options));
  app.all("*", () => new BackendError(404, "InvalidPath", "The path does not exist").toResponse());
  return app;
}
