import { AppError } from "@app/core/errors";
import { isDemoAccount } from "@app/db/demo-accounts";
import type { ServiceContext } from "../context";
import { createSessionToken } from "./session-token";

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
