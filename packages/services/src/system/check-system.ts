import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { CATALOGUE } from "@app/core/billing/catalogue";
import { productProblems } from "@app/core/billing/product-problems";
import type { ConfigurablePart, ServiceContext } from "../context";
import { NEEDED_MIGRATION, readIsMigrated } from "../platform/readiness";
import { checkClock } from "./check-clock";
import { checkConnections } from "./check-connections";
import { checkEncoding } from "./check-encoding";
import { checkSealedSecrets } from "./check-sealed-secrets";
import { findLateJobs } from "./late-jobs";
import { getSystemStatus } from "./system-status";

export const CHECK_AREAS = [
  "configuration",
  "database",
  "migrations",
  "payments",
  "chat",
  "image",
  "video",
  "storage",
  "mail",
  "jobs",
  "instalments",
  "webhooks",
] as const;
export type CheckArea = (typeof CHECK_AREAS)[number];

/** `off`: not configured, and nothing depends on it. The message is English, for operators. */
export interface CheckResult {
  area: CheckArea;
  status: "ok" | "warning" | "error" | "off";
  message: string;
}

type Finding = Omit<CheckResult, "area">;

/** A check that takes longer is an error. */
const CHECK_MAX_MS = 20_000;
const PROBE_MAX_BYTES = 1_024;

const ok = (message: string): Finding[] => [{ status: "ok", message }];
const off = (message: string): Finding[] => [{ status: "off", message }];

/**
 * Checks what the service needs: configuration, database, migrations, the provider's products, each model, storage, mail, jobs,
 * instalments and webhooks (contract §12). Changes nothing, but for a probe file that it stores, reads and deletes. All checks run at the same time.
 * @returns at least one result for each area, in the order of `CHECK_AREAS`
 */
export async function checkSystem(ctx: ServiceContext): Promise<CheckResult[]> {
  const checks: Record<CheckArea, () => Promise<Finding[]>> = {
    configuration: async () => checkConfiguration(ctx),
    database: async () => [...(await checkDatabase(ctx)), ...(await checkSealedSecrets(ctx))],
    migrations: () => checkMigrations(ctx),
    payments: () => checkProducts(ctx),
    chat: () => checkModel(ctx, "chat"),
    image: () => checkModel(ctx, "image"),
    video: () => checkModel(ctx, "video"),
    storage: () => checkStorage(ctx),
    mail: () => checkMail(ctx),
    jobs: () => checkJobs(ctx),
    instalments: () => checkInstalments(ctx),
    webhooks: () => checkWebhooks(ctx),
  };
  const results = await Promise.all(
    CHECK_AREAS.map(async (area) => {
      const findings = await withinTime(checks[area]).catch((error: unknown) => {
        ctx.log.warn({ err: error, area }, "system check failed");
        return [{ status: "error" as const, message: reasonOf(ctx, error) }];
      });
      return findings.map((finding): CheckResult => ({ area, ...finding }));
    }),
  );
  return results.flat();
}

async function withinTime<Result>(check: () => Promise<Result>): Promise<Result> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      check(),
      pause(CHECK_MAX_MS, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`No result within ${CHECK_MAX_MS / 1000} seconds`);
      }),
    ]);
  } finally {
    timeout.abort();
  }
}

/** Ours, and the reason below it: an operator needs both. */
function reasonOf({ redactSecrets }: ServiceContext, error: unknown): string {
  if (!(error instanceof Error)) return redactSecrets(String(error));
  const cause = error.cause instanceof Error ? rootOf(error.cause).message : undefined;
  const status = "status" in error && typeof error.status === "number" ? ` (${error.status})` : "";
  // Prisma's messages have the reason in their last line, after the call.
  const message = error.message.trim().split("\n").at(-1) ?? "";
  return redactSecrets(`${message}${status}${cause && cause !== message ? `: ${cause}` : ""}`);
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function checkConfiguration({ config }: ServiceContext): Finding[] {
  if (config.configurationProblems.length === 0) return ok(`Complete. Public origin: ${config.appUrl}`);
  return config.configurationProblems.map(({ severity, message, variables }) => ({
    status: severity,
    message: `${message} [${variables.join(", ")}]`,
  }));
}

/** The oldest PostgreSQL that the service runs on. */
const POSTGRES_VERSION_MIN = 150_000;

const NOT_DURABLE: Finding = {
  status: "warning",
  message: "fsync or synchronous_commit is off: a failure of the server loses payments and charges that were confirmed",
};

async function checkDatabase(ctx: ServiceContext): Promise<Finding[]> {
  const { db } = ctx;
  const [server] = await db.$queryRaw<
    { number: number; version: string; zone: string; isReplica: boolean; readOnly: boolean; durable: boolean }[]
  >`
    SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
      current_setting('TimeZone') AS zone, pg_is_in_recovery() AS "isReplica",
      current_setting('transaction_read_only')::bool AS "readOnly",
      current_setting('fsync')::bool AND current_setting('synchronous_commit') <> 'off' AS durable`;
  if (!server) return [{ status: "error", message: "The database did not respond to a query" }];
  if (server.isReplica)
    return [{ status: "error", message: "DATABASE_URL leads to a replica: nothing can be written" }];
  if (server.readOnly) return [{ status: "error", message: "The database is read-only: nothing can be written" }];
  if (server.zone !== "UTC")
    return [
      { status: "error", message: `Sessions are in the time zone ${server.zone}: a pooler drops their settings` },
    ];
  if (server.number < POSTGRES_VERSION_MIN)
    return [{ status: "error", message: `PostgreSQL ${server.version} is too old: 15 or newer is needed` }];
  const durability: Finding[] = server.durable ? ok(`PostgreSQL ${server.version}`) : [NOT_DURABLE];
  return [
    ...durability,
    ...(await checkConnections(ctx)),
    ...(await checkEncoding(ctx)),
    ...(await checkClock(ctx)),
    ...(await checkReplica(ctx)),
  ];
}

/** Maintenance writes every minute, so a replica that follows has something newer. */
const REPLICA_LATE_SECONDS = 5 * 60;

/** The server of administrators' lists and statistics, where there is one. */
async function checkReplica(ctx: ServiceContext): Promise<Finding[]> {
  const { db, replica } = ctx;
  if (replica === db) return [];
  const problem = (status: "error" | "warning", text: string) => [{ status, message: `DATABASE_READ_URL: ${text}` }];
  try {
    const [server] = await replica.$queryRaw<{ isReplica: boolean; secondsBehind: number | null }[]>`
      SELECT pg_is_in_recovery() AS "isReplica",
        extract(epoch FROM now() - pg_last_xact_replay_timestamp())::int AS "secondsBehind"`;
    if (!server?.isReplica) return problem("warning", "leads to a server that is no replica");
    const secondsBehind = server.secondsBehind ?? 0;
    if (secondsBehind > REPLICA_LATE_SECONDS)
      return problem("warning", `the replica is ${secondsBehind} seconds behind: lists and statistics are old`);
    return ok("The replica follows");
  } catch (error) {
    ctx.log.warn({ err: error }, "the replica could not be checked");
    return problem("error", reasonOf(ctx, error));
  }
}

async function checkMigrations(ctx: ServiceContext): Promise<Finding[]> {
  if (await readIsMigrated(ctx)) return ok(`All applied, up to ${NEEDED_MIGRATION}`);
  return [{ status: "error", message: `${NEEDED_MIGRATION} is missing: run pnpm db:migrate` }];
}

/** Each plan and pack must exist at the provider, at the price shown here. */
async function checkProducts({ clients, config }: ServiceContext): Promise<Finding[]> {
  if (config.providerSimulate) return off("Checkouts are simulated");
  if (config.unconfigured.has("payment")) return off("No payment provider is configured");
  const problems: Finding[] = [];
  // One after the other: a refused key is then one failure, not one for each.
  for (const item of CATALOGUE) {
    const id = config.productIds[item.key];
    const product = await clients.payment.getProduct(id);
    const found = product ? productProblems(item, product) : [`does not exist at the provider: "${id}"`];
    for (const problem of found) problems.push({ status: "error", message: `${item.key} ${problem}` });
  }
  return problems.length > 0 ? problems : ok(`${config.providerName}: ${CATALOGUE.length} products, prices agree`);
}

async function checkModel({ clients, config }: ServiceContext, part: "chat" | "image" | "video"): Promise<Finding[]> {
  if (config.unconfigured.has(part satisfies ConfigurablePart)) return off("No backend is configured");
  const availability = await clients.models.check(part);
  if (availability === "missing")
    return [{ status: "error", message: "The backend responds, but does not list the configured model" }];
  return ok(
    availability === "available"
      ? "The backend has the configured model"
      : "The backend responds. It lists no models, so the model's name is unchecked",
  );
}

async function checkStorage({ clients, config }: ServiceContext): Promise<Finding[]> {
  const { storage } = clients;
  if (!storage) return off("Not configured: results stay at the backend, which deletes them after a day");
  const folder = `probes/${randomUUID()}/`;
  const body = Buffer.from("A probe of the system check. It can be deleted.");
  const address = await storage.put({ key: `${folder}probe.txt`, body, contentType: "text/plain" });
  try {
    const read = await clients.results.fetchResult(address, PROBE_MAX_BYTES).catch((cause: unknown) => {
      throw new Error(`A stored file cannot be read at ${config.storagePublicUrl}`, { cause });
    });
    if (!body.equals(read.body)) throw new Error(`${config.storagePublicUrl} returns other files than those stored`);
  } finally {
    await storage.removeFolder(folder);
  }
  return ok("A probe was stored, read at its public address, and deleted");
}

async function checkMail({ clients: { mailServer } }: ServiceContext): Promise<Finding[]> {
  if (!mailServer) return off("Not configured: mails wait");
  await mailServer.verify();
  return ok("The mail server accepts the connection");
}

const MINUTE_MS = 60_000;
/** Maintenance runs every minute. */
const MAINTENANCE_LATE_MS = 5 * MINUTE_MS;
const JOBS_WAITING_MAX = 50;

async function checkJobs(ctx: ServiceContext): Promise<Finding[]> {
  const { lastMaintenanceAt, jobs } = await getSystemStatus(ctx);
  if (ageOf(ctx, lastMaintenanceAt) > MAINTENANCE_LATE_MS) {
    const since = lastMaintenanceAt ? `since ${lastMaintenanceAt.toISOString()}` : "yet";
    return [{ status: "error", message: `No worker has run ${since}: start one, with WORKER=inline or pnpm worker` }];
  }
  const findings = (await findLateJobs(ctx)).map((message): Finding => ({ status: "error", message }));
  if (jobs.waiting > JOBS_WAITING_MAX) findings.push({ status: "warning", message: `${jobs.waiting} jobs wait` });
  if (jobs.failing > 0) findings.push({ status: "warning", message: `${jobs.failing} jobs failed and are retried` });
  if (jobs.givenUp > 0) findings.push({ status: "warning", message: `${jobs.givenUp} jobs failed and were given up` });
  return findings.length > 0 ? findings : ok(`A worker runs. ${jobs.waiting} jobs wait`);
}

/** Instalments are granted every hour. */
const INSTALMENTS_LATE_MS = 2 * 60 * MINUTE_MS;

async function checkInstalments(ctx: ServiceContext): Promise<Finding[]> {
  const { lastGrantRunAt, dueSchedules } = await getSystemStatus(ctx);
  if (ageOf(ctx, lastGrantRunAt) <= INSTALMENTS_LATE_MS) return ok(`Granted every hour. ${dueSchedules} due`);
  const when = lastGrantRunAt ? `Last granted at ${lastGrantRunAt.toISOString()}` : "Never granted yet";
  const source = ctx.config.grantsSchedule === "hourly" ? "the worker" : "your scheduler";
  const message = `${when}, ${dueSchedules} due: does ${source} run?`;
  return [{ status: dueSchedules > 0 ? "error" : "warning", message }];
}

const CHECKOUTS_WITHIN_MS = 24 * 60 * MINUTE_MS;

async function checkWebhooks(ctx: ServiceContext): Promise<Finding[]> {
  const { lastWebhookAt } = await getSystemStatus(ctx);
  const since = new Date(ctx.now().getTime() - CHECKOUTS_WITHIN_MS);
  // All statuses, named for the index.
  const status = { in: ["open", "completed", "expired"] };
  const checkouts = await ctx.db.checkout.count({ where: { status, createdAt: { gte: since } } });
  const last = lastWebhookAt ? `The last one came at ${lastWebhookAt.toISOString()}` : "None has come yet";
  if (checkouts > 0 && ageOf(ctx, lastWebhookAt) > CHECKOUTS_WITHIN_MS)
    return [
      {
        status: "error",
        message: `${last}, with ${checkouts} checkouts within a day: compare the webhook's address and secret with the provider's`,
      },
    ];
  return ok(last);
}

function ageOf(ctx: ServiceContext, at: Date | null): number {
  return at ? ctx.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY;
}
