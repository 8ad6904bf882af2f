import { createHash, randomBytes } from "node:crypto";
import { findBan } from "@app/core/account/ban";
import { API_KEY_PREFIX_CHARACTERS, API_KEY_START, type CreateApiKeyInput } from "@app/core/api-keys/api-key";
import { API_KEY_SCOPES, API_KEYS_MAX, type ApiKeyScope } from "@app/core/api-keys/api-key-scopes";
import { AppError } from "@app/core/errors";
import { isDemoAccount } from "@app/db/cli/demo-accounts";
import type { Db, Prisma } from "@app/db/client/db";
import { type AccountRow, accountColumns, actorOf, lockSignedInUser } from "../account/sessions";
import { writeAudit } from "../admin/audit-log";
import type { ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "../platform/batch";
import { consumeRateLimits } from "../platform/rate-limits";

/** A key as its owner sees it, without the key itself. */
export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  scopes: ApiKeyScope[];
  creditLimit: number | null;
  creditsUsed: number;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

const apiKeyColumns = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  creditLimit: true,
  creditsUsed: true,
  expiresAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const satisfies Prisma.ApiKeySelect;

/** 43 characters in base64url. */
const KEY_RANDOM_BYTES = 32;

/** A key has 256 random bits, so a plain hash cannot be searched. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");

/**
 * Creates a key of the acting user. The result has the key itself, which is stored nowhere (contract §13).
 * @throws AppError `bad_request` for an expiry in the past, `conflict` for too many keys, `rate_limited`; `unauthorized` or `forbidden` when the
 *   session has ended meanwhile
 */
export async function createApiKey(ctx: UserContext, input: CreateApiKeyInput): Promise<ApiKey & { key: string }> {
  const now = ctx.now();
  const { id: userId } = ctx.actor;
  if (input.expiresAt && input.expiresAt <= now) throw new AppError("bad_request", "expiresAt must be in the future");
  await consumeRateLimits(ctx, [{ limit: "apiKeyCreation", subject: userId }]);
  const key = `${API_KEY_START}${randomBytes(KEY_RANDOM_BYTES).toString("base64url")}`;
  const created = await ctx.db.$transaction(async (tx) => {
    // Counts and creates one key after the other.
    await lockSignedInUser(tx, ctx);
    if ((await tx.apiKey.count({ where: usableKeys(userId, now) })) >= API_KEYS_MAX)
      throw new AppError("conflict", `You can have ${API_KEYS_MAX} API keys. Revoke one first.`);
    const { name, scopes, creditLimit, expiresAt } = input;
    const row = await tx.apiKey.create({
      data: {
        userId,
        name,
        scopes: [...scopes],
        creditLimit,
        expiresAt,
        keyHash: hashKey(key),
        prefix: key.slice(0, API_KEY_PREFIX_CHARACTERS),
        createdAt: now,
      },
      select: apiKeyColumns,
    });
    const detail = { keyId: row.id, name, prefix: row.prefix, scopes: scopes.join(" "), creditLimit };
    await writeAudit(tx, { actorId: userId, action: "apiKey.create", targetId: userId, detail, now });
    return row;
  });
  return { ...toApiKey(created), key };
}

const usableKeys = (userId: string, now: Date) =>
  ({
    userId,
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  }) satisfies Prisma.ApiKeyWhereInput;

/** The keys of a user that are not revoked, newest first. Expired ones are among them; the oldest of these are left out. */
export async function listApiKeys(ctx: ServiceContext, userId: string): Promise<ApiKey[]> {
  const rows = await ctx.db.apiKey.findMany({
    where: { userId, revokedAt: null },
    select: apiKeyColumns,
    // Keys that still work come first: a user can revoke only what is listed.
    orderBy: [{ expiresAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
    take: KEYS_LISTED_MAX,
  });
  return rows.map(toApiKey).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

const KEYS_LISTED_MAX = 200;

/**
 * Revokes a key, of the acting user or, for an administrator, of anybody. It is refused from the next request on, and cannot pay for requests
 * that have started.
 * @param ownerId the user whose key it must be
 * @throws AppError `not_found` when there is none, or it was revoked before
 */
export async function revokeApiKey(
  ctx: UserContext,
  { keyId, ownerId }: { keyId: string; ownerId: string },
): Promise<{ success: true }> {
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id: keyId, userId: ownerId, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) throw new AppError("not_found", "Not found");
    await writeAudit(tx, { actorId: ctx.actor.id, action: "apiKey.revoke", targetId: ownerId, detail: { keyId }, now });
  });
  return { success: true };
}

function toApiKey(row: Prisma.ApiKeyGetPayload<{ select: typeof apiKeyColumns }>): ApiKey {
  return { ...row, scopes: knownScopes(row.scopes) };
}

const knownScopes = (scopes: readonly string[]) => API_KEY_SCOPES.filter((scope) => scopes.includes(scope));

interface KeyOwner extends AccountRow {
  keyHash: string;
  apiKeyId: string;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** As for sessions: concurrent look-ups share a statement. */
const readOwner = batchPerDatabase(async (db: Db, hashes: readonly string[]): Promise<(KeyOwner | null)[]> => {
  const rows = await db.$queryRaw<KeyOwner[]>`
    SELECT key."keyHash", key.id AS "apiKeyId", key.scopes, key."expiresAt", key."revokedAt", key."lastUsedAt", ${accountColumns}
    FROM api_key key JOIN "user" ON "user".id = key."userId"
    WHERE key."keyHash" = ANY(${hashes}::text[])`;
  const rowOf = new Map(rows.map((row) => [row.keyHash, row]));
  return hashes.map((hash) => rowOf.get(hash) ?? null);
});

/** The context of a request that was made with an API key. */
export interface ApiKeyContext extends UserContext {
  readonly apiKeyId: string;
  readonly scopes: readonly ApiKeyScope[];
}

/**
 * @param scope what the request needs; null when its parts are checked with `requireScope`
 * @throws AppError `unauthorized` for a key that is unknown, revoked or expired; `forbidden` for a banned owner or a missing scope; `rate_limited`
 */
export async function authenticateApiKey(
  ctx: ServiceContext,
  key: string,
  scope: ApiKeyScope | null,
): Promise<ApiKeyContext> {
  const owner = await requireUsableKey(ctx, key);
  const now = ctx.now();
  const scopes = knownScopes(owner.scopes);
  if (scope !== null) requireScope({ scopes }, scope);
  await consumeRateLimits(ctx, [{ limit: "apiKey", subject: owner.apiKeyId }]);
  await recordUse(ctx, owner, now);
  // The role of an administrator does not come with a key: no route that takes keys needs it.
  return { ...ctx, actor: { ...actorOf(owner), role: "user" }, apiKeyId: owner.apiKeyId, scopes };
}

/**
 * Also for a request whose body was slow: its owner may have revoked the key meanwhile.
 * @throws AppError `unauthorized` for a key that is unknown, revoked or expired; `forbidden` for a banned owner
 */
export async function requireUsableKey(ctx: ServiceContext, key: string): Promise<KeyOwner> {
  const owner = await readOwner(ctx.db, hashKey(key), ctx.log);
  const now = ctx.now();
  if (!owner || owner.revokedAt || owner.deletedAt || (owner.expiresAt && owner.expiresAt <= now))
    throw new AppError("unauthorized", "Unauthorized");
  if (isDemoAccount(owner.userId) && !ctx.config.acceptDemoAccounts) throw new AppError("unauthorized", "Unauthorized");
  if (findBan(owner, now)) throw new AppError("forbidden", "Account banned");
  return owner;
}

/** @throws AppError `forbidden` when the key may not be used for it */
export function requireScope({ scopes }: Pick<ApiKeyContext, "scopes">, scope: ApiKeyScope): void {
  if (!scopes.includes(scope)) throw new AppError("forbidden", `API key lacks scope: ${scope}`);
}

const RECORD_INTERVAL_MS = 60_000;

async function recordUse(ctx: ServiceContext, { apiKeyId, lastUsedAt }: KeyOwner, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < RECORD_INTERVAL_MS) return;
  await ctx.db.apiKey.updateMany({ where: { id: apiKeyId, lastUsedAt }, data: { lastUsedAt: now } });
}
