import { randomBytes } from "node:crypto";
import { withConnection } from "@app/db/databases";

const SESSION_TOKEN_BYTES = 32;

/** Signs the first `count` users in, as if each had done so within the hour. Returns their cookies. */
export async function seedSessions(databaseUrl: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(SESSION_TOKEN_BYTES).toString("base64url"));
  await withConnection(databaseUrl, (client) =>
    client.query(
      `INSERT INTO session ("sessionToken", "userId", expires, "lastSeenAt", "updatedAt")
       SELECT token, position::text, now() + interval '1 day', now(), now() FROM unnest($1::text[]) WITH ORDINALITY AS s(token, position)`,
      [tokens],
    ),
  );
  return tokens.map((token) => `authjs.session-token=${token}`);
}
