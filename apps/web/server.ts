import { readFile } from "node:fs/promises";
import path from "node:path";
import { keepClockRight } from "@app/services/system/check-clock";
import { createDeps, type Deps } from "./app/server/composition-root.server";
import { EnvError, readEnv } from "./app/server/env/env.server";
import { createApiHandler } from "./app/server/http/api-handler.server";
import { apiRoutes } from "./app/server/http/api-routes.server";
import { createApp } from "./app/server/http/create-app.server";
import { createRemixHandler } from "./app/server/http/remix-handler.server";
import { startServer } from "./app/server/http/start-server.server";
import { startTelemetry } from "./app/server/telemetry/telemetry.server";

/** The production server: one process, configured by the environment alone. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const deps = createDeps(env, undefined, await startTelemetry(env));
  const { log } = deps.service;
  const clientDir = path.resolve(import.meta.dirname, "../client");
  const handle = createRemixHandler({
    handleApi: createApiHandler(apiRoutes),
    loadPages: () => import("virtual:remix/server-build"),
    mode: "production",
  });
  let isStopping = false;
  // Not awaited: the service also starts while the database is down.
  void keepClockRight(deps.service, deps.clock);
  const server = await startServer(createApp(deps, handle, clientDir, () => isStopping).fetch, deps);
  const starting = start(deps);

  const stop = async (delaySeconds: number) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ delaySeconds }, "stopping");
    // One that could not start has nothing to stop.
    const worker = starting.then(
      (started) => started?.stop(),
      () => undefined,
    );
    await Promise.all([server.stop(delaySeconds), worker]);
    await deps.close();
    process.exit(0);
  };
  // Before the worker has started: requests are served already. Typed by a person, who waits for it. No proxy does.
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(env.STOP_DELAY_SECONDS));
  await starting.catch(async (error: unknown) => {
    if (isStopping) return;
    // Requests are running already, and may end.
    await server.stop(0);
    throw error;
  });
  if (isStopping) return;
  const metricsPort = await deps.serveMetrics();
  log.info({ port: server.port, metricsPort, appUrl: env.APP_URL }, "ready");
}

/** What follows once the server listens. Resolves to the worker, where it runs in this process. */
async function start({ service, env }: Deps) {
  await loadBuild();
  if (env.WORKER !== "inline") return null;
  const { startWorker } = await import("@app/services/worker");
  return startWorker(service, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
}

declare global {
  /** Imports a file of the build. */
  var importChunk: (url: string) => Promise<unknown>;
}

/**
 * Every dynamic import of the build calls it (vite.config.ts). Node looks again for a file that it has loaded when another file imports it, and a new
 * build may have taken the folder's place meanwhile. Imported from here, each file is looked for once.
 */
globalThis.importChunk = (url) => import(/* @vite-ignore */ url);

/**
 * Loads what requests need later. Node never tries again to load a file that it could not read, for example for want of file descriptors:
 * every later request that needs it would fail, and be charged, until somebody restarts the process.
 */
async function loadBuild(): Promise<void> {
  // React reads it when it is loaded. Without it, pages take half as long again. It is not set earlier: the service takes an unset one for a
  // trial, in which it accepts short secrets.
  process.env["NODE_ENV"] ??= "production";
  const chunks: string[] = JSON.parse(await readFile(path.join(import.meta.dirname, "chunks.json"), "utf8"));
  for (const chunk of chunks) await globalThis.importChunk(new URL(chunk, import.meta.url).href);
}

/** Resolves when the server accepts requests. */
export const ready = main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof EnvError ? error.message : `Genmint could not start: ${String(error)}`}\n`);
  process.exit(1);
});
