import { createDeps } from "~/server/deps.server";
import { createApp } from "~/server/http/create-app.server";
import { createRemixHandler } from "~/server/http/remix-handler.server";
import { startServer } from "~/server/http/start-server.server";
import { apiBuild } from "../api-build";
import type { TestApp } from "../start-test-app";

/** Another server on the database and the outside world of the first, with connections of its own. */
export async function startSecondServer(first: TestApp): Promise<{ app: TestApp; stop(): Promise<void> }> {
  const deps = createDeps(first.deps.env);
  const server = await startServer(createApp(deps, createRemixHandler(apiBuild(), "production"), null).fetch, deps);
  return {
    app: { ...first, deps, url: `http://127.0.0.1:${server.port}` },
    stop: async () => {
      await server.stop();
      await deps.close();
    },
  };
}
