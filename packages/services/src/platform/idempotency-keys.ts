import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext, UserContext } from "../context";

/** How long a key is remembered (contract of the header). */
const KEY_MAX_AGE_MS = 24 * 60 * 60 * 1000;
/**
 * After this, another request may claim a key for which nothing was charged. Short, because it need not be safe by itself: should the
 * first request still be there, the charge goes to one of the two (see `spendCredits`).
 */
const LOCK_MS = 30_000;

/** A request that carries a key: which operation, with what input. */
export interface IdempotentRequest {
  key: string;
  operation: string;
  input: unknown;
}

export type Claim =
  | { kind: "first" }
  | { kind: "answered"; statusCode: number; responseBody: string }
  /** The first request was charged for `reference` and has no answer yet: it is at work, or its process died. */
  | { kind: "charged"; reference: string; claimedAt: Date }
  | { kind: "in_progress" };

/**
 * Claims a key for a request, or says what became of the request that has it. The insert decides between requests at the same time.
 * A key whose holder went away before anything was charged may be claimed again.
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
  return claimed > 0 ? { kind: "first" } : readClaim(ctx, key, requestHash);
}

async function readClaim(ctx: UserContext, key: string, requestHash: string): Promise<Claim> {
  const row = await ctx.db.idempotencyKey.findUnique({ where: { userId_key: { userId: ctx.actor.id, key } } });
  // The first request was refused meanwhile and gave the key back.
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

/** What a repetition of the request is answered with. */
export interface StoredResponse {
  statusCode: number;
  /** JSON text. */
  responseBody: string;
}

/** Keeps the first answer for whoever repeats the request. */
export async function storeResponse(ctx: UserContext, key: string, answer: StoredResponse): Promise<void> {
  await ctx.db.idempotencyKey.updateMany({ where: { userId: ctx.actor.id, key }, data: { ...answer } });
}

/**
 * Gives a key back after a refusal or a failure nobody foresaw, unless it was charged by then: the same request may succeed later. A
 * charge may be that of another request, which took the key over from one that was slow.
 */
export async function releaseKey(ctx: UserContext, key: string): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({ where: { userId: ctx.actor.id, key, statusCode: null, reference: null } });
}

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key header as it may be stored; undefined when there is none.
 * @throws AppError `bad_request`
 */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (!KEY_PATTERN.test(header))
    throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters");
  return header;
}

const PURGED_AT_ONCE_MAX = 10_000;

/** Forgets keys that are past their age. */
export async function purgeIdempotencyKeys(ctx: ServiceContext): Promise<void> {
  await ctx.db.$queryRaw`
    DELETE FROM idempotency_key WHERE ("userId", key) IN (
      SELECT "userId", key FROM idempotency_key WHERE "expiresAt" <= ${ctx.now()}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    )`;
}
