import { withConnection } from "@app/db/databases";

/** Chats `s1` to `s20000`, of the users of the same number. */
export const SEEDED_CHATS = 20_000;

/**
 * Chats of earlier days, four messages each. Tables that are empty have PostgreSQL keep plans that read all of them, until its next look at
 * them a minute later: a service in use has left that behind.
 */
export async function seedChats(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(
      `INSERT INTO chat_session (id, "userId", title, model, "lastMessageAt", "updatedAt")
       SELECT 's' || i, i::text, 'Chat', 'm', now(), now() FROM generate_series(1, $1::int) i`,
      [SEEDED_CHATS],
    );
    await client.query(
      `INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed")
       SELECT i || '-' || n, 's' || i, 'user', 'Hello', 10 FROM generate_series(1, $1::int) i, generate_series(1, 4) n`,
      [SEEDED_CHATS],
    );
    await client.query("VACUUM ANALYZE chat_session, chat_message");
  });
}
