import { randomBytes } from "node:crypto";
import { type Ban, findBan } from "@app/core/account/ban";
import { AppError } from "@app/core/errors";
import { isDemoAccount } from "@app/db/cli/demo-accounts";
import type { Db } from "@app/db/client/db";
import type { Actor, ServiceContext } from "../context";
import { batchPerDatabase } from "../platform/batch";

export const SESSION_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
/** How long somebody may take to give the code of the second factor. */
export const CODE_WAIT_MAX_SECONDS = 10 * 60;

/** A session that was just made, for the browser's cookie. */
export interface IssuedSession {
  sessionToken: string;
  expires: Date;
}

/** What someone has shown to be let in. */
interface Proof {
  /** The stored hash that the password was compared with: it must still be the account's. */
  passwordHash?: string | undefined;
  /** A code of the second factor was given with the password. */
  hasGivenCode?: boolean | undefined;
}

/**
 * Signs a user in: a new row with a new random token, whatever sessions there are. Where the account has a second factor the session
 * waits for its code first. The account is held while the row is written: a password that is changed at this moment lets nobody in.
 * @throws AppError `unauthorized` when the account is gone, has another password by now, or is a demo account where those are not accepted
 */
export async function createSession(
  ctx: ServiceContext,
  userId: string,
  { passwordHash, hasGivenCode = false }: Proof = {},
): Promise<IssuedSession & { awaitsCode: boolean }> {
  if (isDemoAccount(userId) && !ctx.config.acceptDemoAccounts) throw new AppError("unauthorized", "Unauthorized");
  const now = ctx.now();
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const [session] = await ctx.db.$queryRaw<(IssuedSession & { awaitsCode: boolean })[]>`
    WITH signing_in AS (
      SELECT id FROM "user"
      WHERE id = ${userId} AND (${passwordHash ?? null}::text IS NULL OR "passwordHash" = ${passwordHash ?? null}::text)
      FOR SHARE
    ), factor AS (
      SELECT id, NOT ${hasGivenCode}::boolean AND EXISTS (
        SELECT FROM second_factor WHERE "userId" = id AND "confirmedAt" IS NOT NULL
      ) AS "awaitsCode"
      FROM signing_in
    )
    INSERT INTO session ("sessionToken", "userId", expires, "awaitsCode", "updatedAt")
    SELECT ${createSessionToken()}, id,
      CASE WHEN "awaitsCode" THEN ${after(CODE_WAIT_MAX_SECONDS)}::timestamptz ELSE ${after(SESSION_MAX_AGE_SECONDS)}::timestamptz END,
      "awaitsCode", ${now}::timestamptz
    FROM factor
    RETURNING "sessionToken", expires, "awaitsCode"`;
  if (!session) throw new AppError("unauthorized", "Unauthorized");
  return session;
}

/** Who a session token stands for. A ban is in force from the request after it. */
export type ResolvedSession =
  | { kind: "anonymous" }
  | { kind: "banned"; ban: Ban }
  | { kind: "active"; actor: Actor; sessionToken: string };

/**
 * Looks a session token up. Sessions live in the database, so that ending one takes effect at once.
 * @param userAgent what the browser calls itself, for the list of sessions
 */
export async function resolveSession(
  ctx: ServiceContext,
  sessionToken: string | null,
  userAgent: string | null = null,
): Promise<ResolvedSession> {
  if (!sessionToken) return { kind: "anonymous" };
  const session = await readSession(ctx.db, sessionToken);
  const now = ctx.now();
  // One that still waits for the code of the second factor signs nobody in.
  if (!session || session.awaitsCode || session.expires <= now || session.deletedAt) return { kind: "anonymous" };
  if (isDemoAccount(session.userId) && !ctx.config.acceptDemoAccounts) return { kind: "anonymous" };
  const { userId: id, email, name, role, credits, planKey, emailVerified } = session;
  const ban = findBan(session, now);
  if (ban) return { kind: "banned", ban };
  await recordSessionUse(ctx, session, userAgent, now);
  return {
    kind: "active",
    actor: { id, email, name, role: role === "admin" ? "admin" : "user", credits, planKey, emailVerified },
    sessionToken,
  };
}

/** A session's row, and its user's as far as it matters for what the session may do. */
export interface SessionRow {
  sessionToken: string;
  expires: Date;
  lastSeenAt: Date | null;
  awaitsCode: boolean;
  userId: string;
  email: string;
  name: string | null;
  role: string;
  credits: number;
  planKey: string;
  emailVerified: boolean;
  banned: boolean;
  banReason: string | null;
  banExpires: Date | null;
  deletedAt: Date | null;
}

const batchedRead = batchPerDatabase(readSessions);

/** Looks a session up as it is now. Look-ups of the same moment share a statement. */
function readSession(db: Db, sessionToken: string): Promise<SessionRow | null> {
  return batchedRead(db, sessionToken);
}

async function readSessions(db: Db, tokens: readonly string[]): Promise<(SessionRow | null)[]> {
  const rows = await db.$queryRaw<SessionRow[]>`
    SELECT session."sessionToken", session.expires, session."lastSeenAt", session."awaitsCode", "user".id AS "userId", "user".email,
      "user".name, "user".role, "user".credits, "user"."planKey", "user"."emailVerified", "user".banned, "user"."banReason",
      "user"."banExpires", "user"."deletedAt"
    FROM session JOIN "user" ON "user".id = session."userId"
    WHERE session."sessionToken" = ANY(${tokens}::text[])`;
  const rowOf = new Map(rows.map((row) => [row.sessionToken, row]));
  return tokens.map((token) => rowOf.get(token) ?? null);
}

const RECORD_INTERVAL_MS = 60 * 60 * 1000;
const USER_AGENT_MAX_CHARACTERS = 400;

/** Notes where and when a session is used, at most once an hour: most requests write nothing. */
async function recordSessionUse(
  ctx: ServiceContext,
  session: { sessionToken: string; lastSeenAt: Date | null },
  userAgent: string | null,
  now: Date,
): Promise<void> {
  if (session.lastSeenAt && now.getTime() - session.lastSeenAt.getTime() < RECORD_INTERVAL_MS) return;
  const named = userAgent === null ? {} : { userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARACTERS) };
  await ctx.db.session.updateMany({
    where: { sessionToken: session.sessionToken, lastSeenAt: session.lastSeenAt },
    data: { ...named, lastSeenAt: now },
  });
}

const SESSION_TOKEN_BYTES = 32;

export function createSessionToken(): string {
  return randomBytes(SESSION_TOKEN_BYTES).toString("base64url");
}
