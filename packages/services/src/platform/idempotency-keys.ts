import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext, UserContext } from "../context";

/** How long a key is stored (contract of the header). */
const KEY_MAX_AGE_MS = 24 * 60 * 60 * 1000;
/**
 * After this time another request may claim a key without a charge. The time can be short: if the first request is still running, only one
 * of the two is charged (see `spendCredits`).
 */
const LOCK_MS = 30_000;

/** A request with an Idempotency-Key. `operation` and `input` identify the request: another one with the same key is a conflict. */
export interface IdempotentRequest {
  key: string;
  operation: string;
  input: unknown;
}

export type Claim =
  | { kind: "first"; claimedAt: Date }
  | { kind: "answered"; statusCode: number; responseBody: string }
  /**
   * The first request was charged for `reference`, a generation, chat message or completion, or has made an adjustment under this entry. It
   * has stored no response yet: it is running, or its process has died.
   */
  | { kind: "charged"; reference: string; claimedAt: Date }
  | { kind: "in_progress" };

/**
 * Claims a key for a request, or returns the state of the request that holds it. The insert decides between concurrent requests. A key
 * whose holder died before it was charged can be claimed again.
 * @throws AppError `conflict` when the key belongs to another request
 */
export async function claimKey(ctx: UserContext, { key, operation, input }: IdempotentRequest): Promise<Claim> {
  const now = ctx.now();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([operation, input]))
    .digest("hex");
  const claimed = await ctx.db.$executeRaw`
    INSERT INTO idempotency_key AS k ("userId", key, "requestHash", "lockedUntil", "createdAt", "expiresAt")
    VALUES (${ctx.actor.id}, ${key}, ${requestHash}, ${after(now, LOCK_MS)}::timestamptz, ${now}::timestamptz, ${after(now, KEY_MAX_AGE_MS)}::timestamptz)
    ON CONFLICT ("userId", key) DO UPDATE SET "requestHash" = excluded."requestHash", "lockedUntil" = excluded."lockedUntil",
      "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt", "statusCode" = NULL, "responseBody" = NULL, reference = NULL
    WHERE k."expiresAt" <= excluded."createdAt"
      OR (k."requestHash" = excluded."requestHash" AND k."statusCode" IS NULL AND k.reference IS NULL AND k."lockedUntil" <= excluded."createdAt")`;
  return claimed > 0 ? { kind: "first", claimedAt: now } : readClaim(ctx, key, requestHash);
}

async function readClaim(ctx: UserContext, key: string, requestHash: string): Promise<Claim> {
  const row = await ctx.db.idempotencyKey.findUnique({ where: { userId_key: { userId: ctx.actor.id, key } } });
  // The first request was refused in the meantime and has released the key.
  if (!row) return { kind: "in_progress" };
  if (row.requestHash !== requestHash) {
    throw new AppError("conflict", "Idempotency-Key was already used for another request");
  }
  if (row.statusCode !== null)
    return { kind: "answered", statusCode: row.statusCode, responseBody: row.responseBody ?? "" };
  if (row.reference !== null) return { kind: "charged", reference: row.reference, claimedAt: row.createdAt };
  return { kind: "in_progress" };
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** The response that a repeated request gets. */
export interface StoredResponse {
  statusCode: number;
  /** JSON text. */
  responseBody: string;
}

/** Stores the first response for repeated requests. A failure of a slow request does not replace the success of one that took its key over. */
export async function storeResponse(ctx: UserContext, key: string, response: StoredResponse): Promise<void> {
  const isNoSuccess = [{ statusCode: null }, { statusCode: { not: 200 } }];
  const where = { userId: ctx.actor.id, key, OR: isNoSuccess };
  await ctx.db.idempotencyKey.updateMany({ where, data: { ...response } });
}

/**
 * Releases a key after a refusal or an unexpected failure, so that the same request may succeed later. Only the caller's own claim is
 * released, and none with a charge: another request may have taken the key over from a slow one.
 * @param claimedAt when the caller claimed it
 */
export async function releaseKey(ctx: UserContext, key: string, claimedAt: Date): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({
    where: { userId: ctx.actor.id, key, createdAt: claimedAt, statusCode: null, reference: null },
  });
}

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * Validates the Idempotency-Key header; undefined when there is none.
 * @throws AppError `bad_request`
 */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (!KEY_PATTERN.test(header))
    throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters");
  return header;
}

const PURGE_BATCH_MAX = 10_000;

/** Deletes expired keys. */
export async function purgeIdempotencyKeys(ctx: ServiceContext): Promise<void> {
  await ctx.db.$queryRaw`
    DELETE FROM idempotency_key WHERE ("userId", key) IN (
      SELECT "userId", key FROM idempotency_key WHERE "expiresAt" <= ${ctx.now()}::timestamptz LIMIT ${PURGE_BATCH_MAX}::int
    )`;
}
