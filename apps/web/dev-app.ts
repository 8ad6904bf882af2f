import { startWorker } from "@app/services/worker";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { createDeps } from "./app/server/composition-root.server";
import { type Env, readEnv } from "./app/server/env/env.server";
import { createApiHandler } from "./app/server/http/api-handler.server";
import { createApp } from "./app/server/http/create-app.server";
import { createRemixHandler } from "./app/server/http/remix-handler.server";

export function readDevEnv(): Env {
  return readEnv(process.env);
}

const deps = createDeps(readDevEnv());
const worker = startWorker(deps.service, deps.env.DATABASE_URL);

/**
 * Handles one request. Routes are imported anew each time, so that an edit takes effect.
 * @param connection rate limits count by its address
 */
export async function devFetch(request: Request, connection: Http2Bindings | HttpBindings): Promise<Response> {
  const { apiRoutes } = await import("./app/server/http/api-routes.server");
  const loadPages = () => import("virtual:remix/server-build");
  const handle = createRemixHandler({ handleApi: createApiHandler(apiRoutes), loadPages, mode: "development" });
  return createApp(deps, handle, null).fetch(request, connection);
}

import.meta.hot?.dispose(async () => {
  await (await worker).stop();
  await deps.close();
});
