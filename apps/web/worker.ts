import { keepClockRight } from "@app/services/system/check-clock";
import { startWorker } from "@app/services/worker";
import { createDeps } from "./app/server/composition-root.server";
import { EnvError, readEnv } from "./app/server/env/env.server";
import { startTelemetry } from "./app/server/telemetry/telemetry.server";

/** `pnpm worker`: runs the background jobs in a process of its own. The web processes then run with WORKER=off. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const deps = createDeps(env, undefined, await startTelemetry(env));
  await keepClockRight(deps.service, deps.clock);
  const worker = await startWorker(deps.service, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  deps.service.log.info({ metricsPort: await deps.serveMetrics() }, "worker ready");
  const stop = async () => {
    await worker.stop();
    await deps.close();
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof EnvError ? error.message : `The worker could not start: ${String(error)}`}\n`,
  );
  process.exit(1);
});
