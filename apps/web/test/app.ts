import { relayUndici } from "@app/clients/test/undici-relay";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { createTestSandbox, type TestSandbox, type TestSandboxOptions } from "@app/sandbox/testing/test-sandbox";
import type { Clients } from "@app/services/context";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { HttpResponse, http, passthrough } from "msw";
import { setupServer } from "msw/node";
import type { DestinationStream } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createDeps, type Deps } from "~/server/composition-root.server";
import { type Env, readEnv } from "~/server/env/env.server";
import { createApiHandler } from "~/server/http/api-handler.server";
import { apiRoutes } from "~/server/http/api-routes.server";
import { createApp, type RemixHandler } from "~/server/http/create-app.server";
import { createRemixHandler } from "~/server/http/remix-handler.server";
import { startServer } from "~/server/http/start-server.server";
import { once } from "~/server/once.server";

export interface TestAppOptions {
  /** Environment beside, or instead of, the sandbox's; undefined unsets a variable. */
  env?: Record<string, string | undefined>;
  sandbox?: TestSandboxOptions;
  /** Mails go to the sandbox's mailbox instead of the log. */
  mail?: boolean;
  /** Clients to use instead of those the environment describes. Called once the hooks before it have run. */
  clients?: () => Partial<Clients>;
  /** A party of the outside world that the sandbox does not play: null for a request that is not for it. */
  outside?: (request: Request) => Promise<Response | null>;
  /** A database other than a new one of the shared server. */
  openDatabase?: () => Promise<TestDatabase>;
  /** Pages besides the API, none by default: loading them takes seconds. */
  build?: () => ServerBuild;
  /** Who calls the routes below /api. */
  apiHandler?: ApiHandlerKind;
  /** Folder of the files for browsers; none by default. */
  clientDir?: string;
  /** Where the log goes; the standard output when absent. */
  logTo?: DestinationStream;
}

export interface TestApp {
  /** Address of the server, without a slash at the end. */
  url: string;
  db: TestDatabase["db"];
  deps: Deps;
  sandbox: TestSandbox;
  /** What `ctx.now()` answers from here on; null is the real time. */
  setNow(now: Date | null): void;
}

/** The origin the app believes it has: tests reach it by another port, which only foreign browsers would notice. */
export const TEST_APP_URL = "http://localhost:3000";

export const TEST_CRON_SECRET = "cron-secret-of-thirty-two-characters";

/** Environment of a service without object storage. */
export const NO_STORAGE = {
  STORAGE_ENDPOINT: undefined,
  STORAGE_BUCKET_NAME: undefined,
  STORAGE_PUBLIC_URL: undefined,
};

/**
 * A server of its own for a test file: real HTTP, a real database, and the outside world played by the sandbox. A second app within
 * the first one's time, in a nested `describe`, is for what calls nobody: its end cuts the first one off from the sandbox.
 */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  const stops: (() => Promise<unknown> | unknown)[] = [];

  beforeAll(async () => {
    const database = await (options.openDatabase ?? createTestDatabase)();
    const sandbox = createTestSandbox(options.sandbox);
    if (options.mail) await sandbox.startMail();
    relayUndici();
    const outside = setupServer(
      http.all(
        () => true,
        async ({ request }) => (await options.outside?.(request)) ?? respondAsOutsideWorld(sandbox, request),
      ),
    );
    outside.listen({ onUnhandledRequest: "error" });
    let fixedNow: Date | null = null;
    const env = { ...sandbox.env, ...options.env };
    const deps = createTestDeps(database.url, env, () => fixedNow ?? new Date(), options);
    const handle = createTestHandler(options);
    const server = await startServer(createApp(deps, handle, options.clientDir ?? null).fetch, deps);
    Object.assign(app, {
      url: `http://127.0.0.1:${server.port}`,
      db: database.db,
      deps,
      sandbox,
      setNow: (now: Date | null) => {
        fixedNow = now;
      },
    });
    stops.push(server.stop, () => outside.close(), deps.close, sandbox.stop, database.drop);
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  return app;
}

function createTestDeps(
  databaseUrl: string,
  overrides: Record<string, string | undefined>,
  now: () => Date,
  { clients, logTo }: TestAppOptions,
): Deps {
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    APP_URL: TEST_APP_URL,
    AUTH_SECRET: "auth-secret-for-tests-only",
    CRON_SECRET: TEST_CRON_SECRET,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    RATE_LIMITS: "off",
    ...overrides,
  });
  const deps = createDeps({ ...env, PORT: 0 }, logTo);
  return { ...deps, service: { ...deps.service, now, clients: { ...deps.service.clients, ...clients?.() } } };
}

async function respondAsOutsideWorld(sandbox: TestSandbox, request: Request): Promise<Response> {
  if (new URL(request.url).hostname === "127.0.0.1") return passthrough();
  return (await sandbox.handle(request)) ?? HttpResponse.error();
}

/**
 * `direct`: as in production. `remix`: by Remix's own request handler, which must give the same responses. To run contract tests through
 * it: `TEST_API_HANDLER=remix npx vitest run --project web apps/web/app/routes/api`.
 */
type ApiHandlerKind = "direct" | "remix";

const DEFAULT_API_HANDLER: ApiHandlerKind = process.env["TEST_API_HANDLER"] === "remix" ? "remix" : "direct";

/** Handles requests as in production, with all of the API and the pages of a build. */
export function createTestHandler({
  build = buildWithoutPages,
  apiHandler = DEFAULT_API_HANDLER,
}: Pick<TestAppOptions, "build" | "apiHandler">) {
  const handleApi = apiHandler === "remix" ? createRemixApiHandler() : createApiHandler(apiRoutes);
  return createRemixHandler({ handleApi, loadPages: async () => build(), mode: "production" });
}

function createRemixApiHandler(): RemixHandler {
  const handler = once(async () => createRequestHandler(await buildOfApi(), "production"));
  return async (request, context) => (await handler())(request, context);
}

async function buildOfApi(): Promise<ServerBuild> {
  const routes = await Promise.all(
    apiRoutes.map(async ({ path, load }) => [path, { id: path, path, module: await load() }] as const),
  );
  return { ...buildWithoutPages(), routes: Object.fromEntries(routes) as unknown as ServerBuild["routes"] };
}

/** Remix's build of an application without pages. */
export function buildWithoutPages(): ServerBuild {
  return {
    mode: "production",
    routes: {},
    entry: { module: { default: () => new Response(null, { status: 500 }) } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "test" },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
      unstable_optimizeDeps: false,
    } as ServerBuild["future"],
    isSpaMode: false,
  } as ServerBuild;
}

/** Another server on the database and the outside world of the first, with connections of its own, configured alike but for `overrides`. */
export async function startOtherServer(
  first: TestApp,
  overrides: { [Name in keyof Env]?: Env[Name] | undefined } = {},
  { logTo, ...handlers }: Pick<TestAppOptions, "logTo" | "apiHandler"> = {},
): Promise<{ app: TestApp; stop(): Promise<void> }> {
  const deps = createDeps({ ...first.deps.env, ...overrides } as Env, logTo);
  const server = await startServer(createApp(deps, createTestHandler(handlers), null).fetch, deps);
  return {
    app: { ...first, deps, url: `http://127.0.0.1:${server.port}` },
    stop: async () => {
      await server.stop();
      await deps.close();
    },
  };
}
