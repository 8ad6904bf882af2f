import type { DestinationStream } from "pino";
import { createDeps } from "~/server/deps.server";
import type { Env } from "~/server/env.server";
import { createApp } from "~/server/http/create-app.server";
import { startServer } from "~/server/http/start-server.server";
import { createTestHandler } from "./create-test-handler";
import type { TestApp } from "./start-test-app";

/** Another server on the database and the outside world of the first, with connections of its own, configured alike but for `overrides`. */
export async function startOtherServer(
  first: TestApp,
  overrides: { [Name in keyof Env]?: Env[Name] | undefined } = {},
  logTo?: DestinationStream,
): Promise<{ app: TestApp; stop(): Promise<void> }> {
  const deps = createDeps({ ...first.deps.env, ...overrides } as Env, logTo);
  const server = await startServer(createApp(deps, createTestHandler(), null).fetch, deps);
  return {
    app: { ...first, deps, url: `http://127.0.0.1:${server.port}` },
    stop: async () => {
      await server.stop();
      await deps.close();
    },
  };
}
