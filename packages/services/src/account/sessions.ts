import { randomBytes } from "node:crypto";
import { type Ban, findBan } from "@app/core/account/ban";
import { AppError } from "@app/core/errors";
import { isDemoAccount } from "@app/db/cli/demo-accounts";
import { type Db, Prisma, type Tx } from "@app/db/client/db";
import type { Actor, ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "../platform/batch";

export const SESSION_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
/** How long a session waits for the code of the second factor. */
export const CODE_WAIT_MAX_SECONDS = 10 * 60;

/** A new session, for the browser's cookie. */
export interface IssuedSession {
  sessionToken: string;
  expires: Date;
}

/** The checks that a sign-in has passed. */
interface Proof {
  /** The stored hash that the password matched. It must not have changed since. */
  passwordHash?: string | undefined;
  /** The identity at an OAuth provider that led to the account. It must still be the account's. */
  identity?: { provider: string; providerAccountId: string } | undefined;
  /** A right code of the second factor was sent with the password. */
  hasGivenCode?: boolean | undefined;
}

/**
 * Signs a user in with a new session. With a second factor the session waits for its code first. The user's row is locked, so that a
 * password that is being changed cannot sign in, and then those of identity and second factor: what is read under a lock is newer than the
 * statement.
 * @throws AppError `unauthorized` when the account does not exist, its password has changed, the identity is not linked to it any more, or it
 *   is a demo account that is not accepted
 */
export async function createSession(
  ctx: ServiceContext,
  userId: string,
  { passwordHash, identity, hasGivenCode = false }: Proof = {},
): Promise<IssuedSession & { awaitsCode: boolean }> {
  if (isDemoAccount(userId) && !ctx.config.acceptDemoAccounts) throw new AppError("unauthorized", "Unauthorized");
  const now = ctx.now();
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const [session] = await ctx.db.$queryRaw<(IssuedSession & { awaitsCode: boolean })[]>`
    WITH signing_in AS (
      SELECT id FROM "user"
      WHERE id = ${userId} AND (${passwordHash ?? null}::text IS NULL OR "passwordHash" = ${passwordHash ?? null}::text)
      FOR SHARE
    ), identity AS (
      SELECT "userId" FROM account
      WHERE provider = ${identity?.provider ?? null}::text AND "providerAccountId" = ${identity?.providerAccountId ?? null}::text
        AND "userId" = (SELECT id FROM signing_in)
      FOR SHARE
    ), locked_factor AS (
      SELECT "userId", "confirmedAt" FROM second_factor WHERE "userId" = (SELECT id FROM signing_in) FOR SHARE
    ), factor AS (
      SELECT id, NOT ${hasGivenCode}::boolean AND EXISTS (
        SELECT FROM locked_factor WHERE "userId" = id AND "confirmedAt" IS NOT NULL
      ) AS "awaitsCode"
      FROM signing_in WHERE ${identity === undefined}::boolean OR EXISTS (SELECT FROM identity)
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

/** The user of a session token. A ban is effective from the next request on. */
export type ResolvedSession =
  | { kind: "anonymous" }
  | { kind: "banned"; ban: Ban }
  | { kind: "active"; actor: Actor; sessionToken: string };

/**
 * Looks up a session token. Sessions are stored in the database, so that ending one takes effect at once.
 * @param userAgent the User-Agent header, for the list of sessions
 */
export async function resolveSession(
  ctx: ServiceContext,
  sessionToken: string | null,
  userAgent: string | null = null,
): Promise<ResolvedSession> {
  if (!sessionToken) return { kind: "anonymous" };
  const session = await batchedRead(ctx.db, sessionToken, ctx.log);
  const now = ctx.now();
  // A session that waits for the code of the second factor is not signed in.
  if (!session || session.awaitsCode || session.expires <= now || session.deletedAt) return { kind: "anonymous" };
  if (isDemoAccount(session.userId) && !ctx.config.acceptDemoAccounts) return { kind: "anonymous" };
  const ban = findBan(session, now);
  if (ban) return { kind: "banned", ban };
  await recordSessionUse(ctx, session, userAgent, now);
  return { kind: "active", actor: actorOf(session), sessionToken };
}

/**
 * Locks the acting user for something that outlives the session, and reads the session again: since the request has looked it up, a new
 * password, a ban or the owner's claim of the account may have ended it. What ends it later waits for the lock, and finds what was
 * created.
 * @throws AppError `unauthorized`, or `forbidden` for a banned user
 */
export async function lockSignedInUser(tx: Tx, { actor, sessionToken, now }: UserContext): Promise<void> {
  await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${actor.id} FOR NO KEY UPDATE`;
  if (sessionToken === undefined) return;
  // A second statement: the one that has waited for the lock reads other tables as they were before.
  const session = await tx.session.findUnique({
    where: { sessionToken, userId: actor.id, awaitsCode: false, expires: { gt: now() }, user: { deletedAt: null } },
    select: { user: { select: { banned: true, banReason: true, banExpires: true } } },
  });
  if (!session) throw new AppError("unauthorized", "Unauthorized");
  if (findBan(session.user, now())) throw new AppError("forbidden", "Account banned");
}

/** A session with its user. */
export interface SessionRow extends AccountRow {
  sessionToken: string;
  expires: Date;
  lastSeenAt: Date | null;
  awaitsCode: boolean;
}

/** The columns of a user that decide what a session or an API key may do. */
export interface AccountRow {
  userId: string;
  email: string;
  name: string | null;
  role: string;
  credits: number;
  planKey: string;
  emailVerified: boolean;
  locale: string | null;
  banned: boolean;
  banReason: string | null;
  banExpires: Date | null;
  deletedAt: Date | null;
}

export const accountColumns = Prisma.sql`"user".id AS "userId", "user".email, "user".name, "user".role, "user".credits, "user"."planKey",
  "user"."emailVerified", "user".locale, "user".banned, "user"."banReason", "user"."banExpires", "user"."deletedAt"`;

export function actorOf({ userId: id, email, name, role, credits, planKey, emailVerified, locale }: AccountRow): Actor {
  return { id, email, name, role: role === "admin" ? "admin" : "user", credits, planKey, emailVerified, locale };
}

/** Concurrent look-ups share a statement: without it a paid request takes twice the time under load. */
const batchedRead = batchPerDatabase(readSessions);

async function readSessions(db: Db, tokens: readonly string[]): Promise<(SessionRow | null)[]> {
  const rows = await db.$queryRaw<SessionRow[]>`
    SELECT session."sessionToken", session.expires, session."lastSeenAt", session."awaitsCode", ${accountColumns}
    FROM session JOIN "user" ON "user".id = session."userId"
    WHERE session."sessionToken" = ANY(${tokens}::text[])`;
  const rowOf = new Map(rows.map((row) => [row.sessionToken, row]));
  return tokens.map((token) => rowOf.get(token) ?? null);
}

const RECORD_INTERVAL_MS = 60 * 60 * 1000;
const USER_AGENT_MAX_CHARACTERS = 400;

/** Records browser and time of use at most once an hour, so that most requests write nothing. */
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
