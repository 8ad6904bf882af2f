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
import { startTelemetry, type Telemetry } from "~/server/telemetry/telemetry.server";

export interface TestAppOptions {
  /** Added to the sandbox's environment, or replacing parts of it; undefined unsets a variable. */
  env?: Record<string, string | undefined>;
  sandbox?: TestSandboxOptions;
  /** Sends mails to the sandbox's mailbox instead of the log. */
  mail?: boolean;
  /** Replace those of the environment. Called after the hooks registered before. */
  clients?: () => Partial<Clients>;
  /** Plays a service that the sandbox does not. Returns null for requests to others. */
  outside?: (request: Request) => Promise<Response | null>;
  /** Opens a database other than a new one of the shared server. */
  openDatabase?: () => Promise<TestDatabase>;
  /** Pages besides the API; default: none, because loading them takes seconds. */
  build?: () => ServerBuild;
  /** How the routes below /api are called. */
  apiHandler?: ApiHandlerKind;
  /** Folder of the built client; default: none. */
  clientDir?: string;
  /** Serves metrics at `metricsUrl`. */
  metrics?: boolean;
  /** Destination of the log; default: the standard output. */
  logTo?: DestinationStream;
}

export interface TestApp {
  /** The server's address, without a trailing slash. */
  url: string;
  /** Where `metrics` are served. */
  metricsUrl: string;
  db: TestDatabase["db"];
  deps: Deps;
  sandbox: TestSandbox;
  /** Fixes the time of `ctx.now()`; null returns to the real time. */
  setNow(now: Date | null): void;
}

/**
 * The app's configured origin. Tests reach it at another port, which only its check of browsers' Origin headers
 * notices.
 */
export const TEST_APP_URL = "http://localhost:3000";

/** For requests to the app itself. Taken before msw replaces `fetch`: it has nothing to play there, and passing them on took a tenth of the time. */
export const fetchFromApp = globalThis.fetch;

export const TEST_CRON_SECRET = "cron-secret-of-thirty-two-characters";

/** Environment of a service without object storage. */
export const NO_STORAGE = {
  STORAGE_ENDPOINT: undefined,
  STORAGE_BUCKET_NAME: undefined,
  STORAGE_PUBLIC_URL: undefined,
};

/**
 * A server for one test file: real HTTP, a real database, and other services played by the sandbox. A second app in a
 * nested `describe` must not call other services, because its end also ends the first one's interception of requests.
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
    // Work of a test that lets the outside world hang would keep the server from stopping.
    const env: Record<string, string | undefined> = { STOP_GRACE_SECONDS: "2", ...sandbox.env, ...options.env };
    const telemetry = await startTelemetry({
      HOST: "127.0.0.1",
      METRICS_PORT: options.metrics ? 0 : undefined,
      OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    });
    const deps = createTestDeps(database, env, () => fixedNow ?? new Date(), { ...options, telemetry });
    const handle = createTestHandler(options);
    const server = await startServer(createApp(deps, handle, options.clientDir ?? null).fetch, deps);
    Object.assign(app, {
      url: `http://127.0.0.1:${server.port}`,
      metricsUrl: `http://127.0.0.1:${await deps.serveMetrics()}/metrics`,
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
  database: TestDatabase,
  overrides: Record<string, string | undefined>,
  now: () => Date,
  { clients, logTo, telemetry }: TestAppOptions & { telemetry: Telemetry },
): Deps {
  const env = readEnv({
    DATABASE_URL: database.url,
    ...(database.url === database.directUrl
      ? {}
      : { DATABASE_DIRECT_URL: database.directUrl, DATABASE_PREPARED_STATEMENTS: "off" }),
    APP_URL: TEST_APP_URL,
    AUTH_SECRET: "auth-secret-for-tests-only",
    CRON_SECRET: TEST_CRON_SECRET,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    RATE_LIMITS: "off",
    ...overrides,
  });
  const deps = createDeps({ ...env, PORT: 0 }, logTo, telemetry);
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

/** Handles requests as in production, with the whole API and the pages of a build. */
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

/**
 * Starts another server on the database and the sandbox of the first, with connections of its own and the same
 * configuration except for `overrides`.
 */
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
