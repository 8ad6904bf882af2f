import { setTimeout as pause } from "node:timers/promises";
import { resolveSession } from "@app/services/account/sessions";
import { streamChatOnce } from "@app/services/chat/stream-chat";
import type { ServiceContext, UserContext } from "@app/services/context";
import { generateImageOnce } from "@app/services/image/generate-image";
import { runMaintenance } from "@app/services/maintenance";
import { submitVideoOnce } from "@app/services/video/submit-video";
import { startWorker } from "@app/services/worker";
import type { Deps } from "../../apps/web/app/server/composition-root.server";
import { auditOutcomes, type ExpectedOutcomes, type Faults } from "./audit-outcomes";
import type { IdempotentRequest } from "./kill-traffic";

/** Later than every timeout after which work counts as abandoned. */
const AHEAD_MS = 11 * 60_000;
const QUEUE_WAIT_MAX_MS = 180_000;
const QUEUE_LOOK_INTERVAL_MS = 100;
const ASKED_AT_ONCE = 4;
const CRON_RUNS_MAX = 10_000;

/** Calls cron until nothing is due. */
export async function runCronUntilDone(url: string, cronSecret: string | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${cronSecret}` };
  for (let run = 0; run < CRON_RUNS_MAX; run += 1) {
    const response = await fetch(`${url}/api/cron/subscription-grants?limit=500`, { headers });
    const { processed } = (await response.json()) as { processed: number };
    if (processed === 0) return;
  }
  throw new Error("There is always something due");
}

/** Finishes what was interrupted, then compares every response with the database. */
export async function settleAndAudit(
  { service, env }: Deps,
  { sales, idempotentRequests }: Pick<ExpectedOutcomes, "sales" | "idempotentRequests">,
  subscriptionIds: readonly string[],
): Promise<Faults> {
  const ctx = withClockAhead(service);
  await settleBackgroundWork(ctx, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  await retryUnanswered(ctx, idempotentRequests);
  await settleBackgroundWork(ctx, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  return auditOutcomes(service.db, { sales, idempotentRequests, subscriptionIds });
}

/** The same service, eleven minutes later. */
function withClockAhead(service: ServiceContext): ServiceContext {
  return { ...service, now: () => new Date(Date.now() + AHEAD_MS) };
}

/** Ages what is still open, because a clock that is ahead of the database's does not make it abandoned. */
async function ageOpenWork({ db }: ServiceContext): Promise<void> {
  const seconds = AHEAD_MS / 1_000;
  await db.$executeRaw`
    UPDATE generation_history SET "createdAt" = "createdAt" - ${seconds}::int * interval '1 second' WHERE status IN ('pending', 'processing')`;
  await db.$executeRaw`
    UPDATE chat_completion SET "createdAt" = "createdAt" - ${seconds}::int * interval '1 second' WHERE status = 'processing'`;
  await db.$executeRaw`
    UPDATE chat_message SET "createdAt" = "createdAt" - ${seconds}::int * interval '1 second' WHERE "answerPending"`;
}

/** Runs the background work that the crashes left: the maintenance, then every job, whenever it is due. */
async function settleBackgroundWork(ctx: ServiceContext, databaseUrl: string): Promise<void> {
  await ageOpenWork(ctx);
  await runMaintenance(ctx);
  const worker = await startWorker(ctx, databaseUrl);
  try {
    const giveUpAt = Date.now() + QUEUE_WAIT_MAX_MS;
    while ((await makeJobsDue(ctx)) > 0) {
      if (Date.now() > giveUpAt) throw new Error("The job queue did not become empty");
      await pause(QUEUE_LOOK_INTERVAL_MS);
    }
  } finally {
    await worker.stop();
  }
}

/** Makes every queued job due. Returns the number of jobs with attempts left. */
async function makeJobsDue({ db }: ServiceContext): Promise<number> {
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND run_at > now()`;
  const [jobs] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE attempts < max_attempts OR locked_at IS NOT NULL`;
  return jobs?.count ?? 0;
}

/** Repeats the requests without a response, under the same keys. */
async function retryUnanswered(ctx: ServiceContext, requests: readonly IdempotentRequest[]): Promise<void> {
  const waiting = requests.filter((request) => request.status === null);
  const asker = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift()) request.status = await resend(ctx, request);
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, asker));
}

async function resend(ctx: ServiceContext, request: IdempotentRequest): Promise<number | null> {
  const session = await resolveSession(ctx, request.customer.sessionToken);
  if (session.kind !== "active") throw new Error("The customer is signed in");
  const user: UserContext = { ...ctx, actor: session.actor, idempotencyKey: request.key };
  try {
    await callUseCase(user, request);
    return 200;
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error)) throw error;
    return error.status === 500 ? 500 : null;
  }
}

/** Inputs as the routes parse them from the bodies, so that both count as the same request. */
async function callUseCase(user: UserContext, { kind, body }: IdempotentRequest): Promise<void> {
  if (kind === "chat") {
    const { run } = await streamChatOnce(user, { message: String(body["message"]), sessionId: undefined });
    return run(() => undefined);
  }
  const prompt = String(body["prompt"]);
  if (kind === "image") {
    await generateImageOnce(user, { prompt, imageUrl: String(body["imageUrl"]), size: "adaptive", watermark: true });
    return;
  }
  const absent = { imageUrl: undefined, resolution: undefined, watermark: undefined, cameraFixed: undefined };
  await submitVideoOnce(user, { prompt, ...absent, duration: Number(body["duration"]) });
}
