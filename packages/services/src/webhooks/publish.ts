import type { WebhookEvent, WebhookType } from "@app/core/webhooks/webhook-events";
import type { WebhookPayload } from "@app/core/webhooks/webhook-payloads";
import { type DbOrTx, Prisma } from "@app/db/client/db";
import { queueJobsOf } from "../platform/job-queue";

/*
 * Events are written in the transaction, or in the very statement, that causes them: a delivery for each endpoint that wants the event, and
 * a job for each endpoint. A user without endpoints has neither.
 *
 * The job's row is shared by all events of an endpoint, so it is locked last, after users: a transaction publishes when it holds all
 * its other locks. Grants publish in their own statement: see the lock order in docs/data-model.md.
 */

/** The key of an endpoint's job, and its queue: one job of an endpoint runs and one waits at most. */
export const deliveryJobKey = (endpointId: string) => `webhooks:${endpointId}`;

/** A time in SQL as the text of an ISO date. */
export const isoText = (at: Prisma.Sql) =>
  Prisma.sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A WITH member, beginning with a comma, that writes the deliveries of events. The statement also has to select `queueDeliveries`.
 * @param events a query of "userId", type, data (json), at and position, which orders events of the same time
 */
export function writeDeliveries(events: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`, webhook AS (
    INSERT INTO webhook_delivery (id, "endpointId", type, payload, "nextAttemptAt", "createdAt")
    SELECT gen_random_uuid()::text, endpoint.id, event.type,
      json_build_object('type', event.type, 'timestamp', ${isoText(Prisma.sql`event.at`)}, 'data', event.data)::text, event.at, event.at
    FROM (${events}) AS event JOIN webhook_endpoint AS endpoint ON endpoint."userId" = event."userId"
    WHERE endpoint."pausedAt" IS NULL AND event.type = ANY(endpoint.events)
    ORDER BY event.at, event.position
    RETURNING "endpointId"
  )`;
}

/** The SQL expression that queues the jobs of what `writeDeliveries` has written, and returns their number. */
export const queueDeliveries = queueJobsOf(
  "deliver-webhooks",
  Prisma.sql`
    SELECT json_build_object('endpointId', "endpointId") AS payload, ${deliveryJobKey("")} || "endpointId" AS key, NULL::timestamptz AS "runAt"
    FROM (SELECT DISTINCT "endpointId" FROM webhook ORDER BY "endpointId") AS changed`,
  Prisma.sql`key`,
);

/** An event as a use case announces it. */
export type PublishedEvent = {
  [Event in WebhookEvent]: { userId: string; type: Event; at: Date; data: WebhookPayload<Event>["data"] };
}[WebhookEvent];

/** Writes deliveries and jobs of events in the caller's transaction, as its last locks. */
export async function publishEvents(tx: DbOrTx, events: readonly PublishedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map((event, position) => ({ ...event, position })));
  await tx.$queryRaw`
    WITH event AS (
      SELECT * FROM json_to_recordset(${rows}::json) AS e("userId" text, type text, at timestamptz, data json, position int)
    ) ${writeDeliveries(Prisma.sql`SELECT * FROM event`)}
    SELECT ${queueDeliveries} AS jobs`;
}

/** Writes one delivery to one endpoint, whatever events it wants, and its job. @returns the delivery's id */
export async function publishTo<Type extends WebhookType>(
  tx: DbOrTx,
  endpointId: string,
  payload: WebhookPayload<Type>,
  now: Date,
): Promise<string> {
  const [written] = await tx.$queryRaw<{ id: string }[]>`
    WITH webhook AS (
      INSERT INTO webhook_delivery (id, "endpointId", type, payload, "nextAttemptAt", "createdAt")
      VALUES (gen_random_uuid()::text, ${endpointId}, ${payload.type}, ${JSON.stringify(payload)}, ${now}::timestamptz, ${now}::timestamptz)
      RETURNING id, "endpointId"
    )
    SELECT id, ${queueDeliveries} AS jobs FROM webhook`;
  return written?.id ?? "";
}

/** The SQL condition that a row's user has any endpoint. Without one, a transaction skips the statement that publishes. */
export const hasEndpoint = (userId: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM webhook_endpoint AS e WHERE e."userId" = ${userId})`;
