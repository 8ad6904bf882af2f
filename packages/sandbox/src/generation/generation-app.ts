import { Hono } from "hono";
import { rangeResponse } from "../byte-range";
import { type FaultEnv, faultGate } from "../faults";
import { SANDBOX_MODELS } from "../sandbox-env";
import { BackendError } from "./backend-error";
import { createChatRoutes } from "./chat-routes";
import type { GenerationAppOptions } from "./generation-state";
import { createImageRoutes } from "./image-routes";
import { createVideoRoutes } from "./video-routes";

/** Simulates the generation backend: chat, image to image, video tasks and the generated files. */
export function createGenerationApp(options: GenerationAppOptions): Hono {
  const app = new Hono();
  app.onError((error) => {
    if (error instanceof BackendError) return error.toResponse();
    return new BackendError(500, "InternalServiceError", error.message).toResponse();
  });
  for (const prefix of ["/models", "/chat/*", "/images/*", "/contents/*"]) {
    app.use(prefix, async (c, next) => {
      if (c.req.header("authorization") === `Bearer ${options.apiKey}`) return next();
      throw new BackendError(401, "AuthenticationError", "The API key in the request is missing or invalid");
    });
  }
  app.get("/models", (c) => {
    const data = Object.values(SANDBOX_MODELS).map((id) => ({ id, object: "model", created: 0, owned_by: "sandbox" }));
    return c.json({ object: "list", data });
  });
  app.route("/chat", createChatRoutes(options));
  app.route("/images", createImageRoutes(options));
  app.route("/contents/generations/tasks", createVideoRoutes(options));
  app.route("/files", createFileRoutes(options));
  app.all("*", () => new BackendError(404, "InvalidPath", "The path does not exist").toResponse());
  return app;
}

/** URLs of generated files expire after a day, as the real ones do. */
export const FILE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** `GET /files/:name`: the generated files, public for everybody who has the URL. */
function createFileRoutes({ state, now, faults }: GenerationAppOptions): Hono<FaultEnv> {
  const routes = new Hono<FaultEnv>();
  routes.use(faultGate(faults, "files", (_c, status) => new Response("Simulated failure", { status })));
  routes.get("/:name", async (c) => {
    const file = state.files.get(c.req.param("name"));
    if (!file) return c.text("Not found", 404);
    if (now().getTime() - file.createdAt.getTime() > FILE_LIFETIME_MS) return c.text("Request has expired", 403);
    const headers = new Headers({ "content-type": file.contentType, "cache-control": "private, max-age=3600" });
    return rangeResponse(await file.read(), c.req.header("range") ?? null, headers);
  });
  return routes;
}
