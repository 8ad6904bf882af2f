import type { Db } from "@app/db/client";
import { batchPerDatabase } from "../credits/per-database";

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
export function readSession(db: Db, sessionToken: string): Promise<SessionRow | null> {
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
