import { performance } from "node:perf_hooks";
import type { WebhookResponse } from "@app/clients/webhooks/webhook-sender";
import { type AttemptDecision, decideAttempt, RETRY_POLICY, type RetryPolicy } from "@app/core/webhooks/retries";
import type { DbOrTx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { createId } from "../platform/create-id";
import type { JobPayloads } from "../platform/job-queue";
import type { WebhookAttemptOutcome } from "../platform/metrics";
import { failWaiting, pauseEndpoint } from "./pause";
import { deliveryJobKey } from "./publish";
import { type SealedSecrets, signingSecrets, signMessage } from "./secrets";

/** Bounds of one run. The job then queues itself again, behind those of other endpoints: a slow receiver holds a worker no longer. */
const RUN_MAX_MS = 15_000;
const RUN_ATTEMPTS_MAX = 500;

export interface DeliveryOptions {
  policy?: RetryPolicy;
  random?: () => number;
}

/**
 * Job: sends the due deliveries of an endpoint, one after the other, in the order in which they are due: first attempts in the order of
 * their creation. The queue runs one job of an endpoint at a time. When the process dies between a response and its record, the message is
 * sent again: receivers know it by its id.
 */
export async function deliverWebhooks(
  ctx: ServiceContext,
  { endpointId }: JobPayloads["deliver-webhooks"],
  options: DeliveryOptions = {},
): Promise<void> {
  const startedAt = performance.now();
  for (let attempts = 0; attempts < RUN_ATTEMPTS_MAX && performance.now() - startedAt < RUN_MAX_MS; attempts += 1) {
    const due = await findDue(ctx, endpointId);
    if (!due) break;
    await attempt(ctx, due, options);
  }
  await queueNextRun(ctx, endpointId);
}

interface DueDelivery {
  id: string;
  payload: string;
  failures: number;
  nextAttemptAt: Date;
  endpointId: string;
  url: string;
  sealedSecret: string;
  sealedPreviousSecret: string | null;
  previousSecretUntil: Date | null;
  failingSince: Date | null;
}

async function findDue(ctx: ServiceContext, endpointId: string): Promise<DueDelivery | null> {
  const [due] = await ctx.db.$queryRaw<DueDelivery[]>`
    SELECT delivery.id, payload, failures, "nextAttemptAt", "endpointId", url, "sealedSecret", "sealedPreviousSecret", "previousSecretUntil", "failingSince"
    FROM webhook_delivery AS delivery JOIN webhook_endpoint AS endpoint ON endpoint.id = "endpointId"
    WHERE "endpointId" = ${endpointId} AND "nextAttemptAt" <= ${ctx.now()}::timestamptz AND "pausedAt" IS NULL
    ORDER BY "nextAttemptAt", seq LIMIT 1`;
  return due ?? null;
}

async function attempt(ctx: ServiceContext, due: DueDelivery, options: DeliveryOptions): Promise<void> {
  const secrets: SealedSecrets = { ...due, id: due.endpointId };
  const sentAt = ctx.now();
  const startedAt = performance.now();
  const headers = {
    ...signMessage(signingSecrets(ctx, secrets), { id: due.id, sentAt, body: due.payload }),
    "content-type": "application/json",
    "user-agent": "Genmint-Webhooks/1",
  };
  const response = await ctx.clients.webhooks.post({ url: due.url, headers, body: due.payload });
  const durationMs = Math.round(performance.now() - startedAt);
  const decision = await decide(ctx, due, response, options);
  const made = { response, sentAt, durationMs, decision };
  const { pause } = decision;
  if (pause === null) await recordAttempt(ctx.db, due, made);
  else
    await ctx.db.$transaction(async (tx) => {
      await recordAttempt(tx, due, made);
      await pauseEndpoint(tx, { endpointId: due.endpointId, url: due.url, reason: pause, now: ctx.now() });
    });
  ctx.metrics.webhookAttempted(outcomeOf(decision, response));
}

async function decide(
  ctx: ServiceContext,
  { endpointId, url, failures, failingSince }: DueDelivery,
  { status, retryAfter }: WebhookResponse,
  { policy = RETRY_POLICY, random = Math.random }: DeliveryOptions,
): Promise<AttemptDecision> {
  const attempt = { status, retryAfter, failures, failingSince, now: ctx.now(), random: random() };
  const decision = decideAttempt(attempt, policy);
  if (decision.status === "delivered") return decision;
  if ((await ctx.db.webhookEndpoint.count({ where: { id: endpointId, url } })) > 0) return decision;
  // The address was changed meanwhile. What the one before did says nothing about the new one, which gets the message as well.
  return decideAttempt({ ...attempt, status: null, retryAfter: null, failingSince: null }, policy);
}

function outcomeOf(decision: AttemptDecision, { status }: WebhookResponse): WebhookAttemptOutcome {
  if (decision.status === "delivered") return "delivered";
  return status === null ? "unreachable" : "refused";
}

interface MadeAttempt {
  response: WebhookResponse;
  sentAt: Date;
  durationMs: number;
  decision: AttemptDecision;
}

/**
 * Writes the attempt, its delivery and the state of the endpoint in one statement. A delivery that was deleted meanwhile has nothing to
 * record, and one that another worker has delivered stays delivered. One that its owner has sent again meanwhile keeps its new retries. One
 * that failed meanwhile, because the endpoint was paused, is delivered where the receiver accepted it.
 */
async function recordAttempt(tx: DbOrTx, due: DueDelivery, made: MadeAttempt): Promise<void> {
  const { response, sentAt, durationMs, decision } = made;
  await tx.$executeRaw`
    WITH attempt AS (
      INSERT INTO webhook_attempt (id, "deliveryId", "startedAt", "durationMs", status, error, response)
      SELECT ${createId()}, id, ${sentAt}::timestamptz, ${durationMs}::int, ${response.status}::int, ${response.error}::text, ${response.excerpt}::text
      FROM webhook_delivery WHERE id = ${due.id}
    ), delivery AS (
      UPDATE webhook_delivery SET status = ${decision.status}, failures = ${decision.failures}::int,
        "nextAttemptAt" = ${decision.nextAttemptAt}::timestamptz
      WHERE id = ${due.id} AND (
        status = 'pending' AND failures = ${due.failures}::int AND "nextAttemptAt" = ${due.nextAttemptAt}::timestamptz
        OR status <> 'delivered' AND ${decision.status} = 'delivered'
      )
    )
    UPDATE webhook_endpoint SET "failingSince" = ${decision.failingSince}::timestamptz
    WHERE id = ${due.endpointId} AND url = ${due.url} AND "failingSince" IS DISTINCT FROM ${decision.failingSince}::timestamptz`;
}

/**
 * Queues the next run for the time of the next attempt, behind the jobs of other endpoints that are due. A job that waits already was queued by a new event and keeps its time, which is
 * earlier. Deliveries of a paused endpoint that were written while it was being paused have failed.
 */
async function queueNextRun(ctx: ServiceContext, endpointId: string): Promise<void> {
  const key = deliveryJobKey(endpointId);
  const [next] = await ctx.db.$queryRaw<{ isPaused: boolean }[]>`
    SELECT "isPaused", CASE WHEN NOT "isPaused" THEN
      graphile_worker.add_job('deliver-webhooks', ${JSON.stringify({ endpointId })}::json, queue_name => ${key},
        run_at => greatest("nextAttemptAt", ${ctx.now()}::timestamptz), job_key => ${key}, job_key_mode => 'preserve_run_at')::text END AS job
    FROM (
      SELECT "pausedAt" IS NOT NULL AS "isPaused", "nextAttemptAt"
      FROM webhook_delivery JOIN webhook_endpoint AS endpoint ON endpoint.id = "endpointId"
      WHERE "endpointId" = ${endpointId} AND "nextAttemptAt" IS NOT NULL
      ORDER BY "nextAttemptAt" LIMIT 1
    ) AS next`;
  if (next?.isPaused) await failWaiting(ctx.db, endpointId);
}
