import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@app/db/client/db";
import { withConnection } from "@app/db/client/manage-databases";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
const ENTRIES_PER_DAY = 5;
const GENERATIONS = 12;
const CHATS = 8;
const CREDITS = 1_000_000;
const SPENT = 10 * (DAYS * ENTRIES_PER_DAY - 1);

export interface BenchUser {
  userId: string;
  /** Cookie header of a session. */
  cookie: string;
}

/** An active user: a yearly plan, thirty days of spending, images, videos and chats. */
export async function seedActiveUser(db: Db): Promise<BenchUser> {
  const now = Date.now();
  const [userId, subscriptionId] = [randomUUID(), randomUUID()];
  const sessionToken = randomBytes(32).toString("base64url");
  const email = `${userId}@example.com`;
  await db.user.create({
    data: { id: userId, email, name: "Person", emailVerified: true, credits: CREDITS, planKey: "pro_yearly" },
  });
  await db.session.create({ data: { sessionToken, userId, expires: new Date(now + DAYS * DAY_MS) } });
  const plan = { planKey: "pro_yearly", userId };
  const renewsAt = new Date(now + DAYS * DAY_MS);
  await db.subscription.create({
    data: {
      ...plan,
      id: subscriptionId,
      provider: "creem",
      providerSubId: subscriptionId,
      status: "active",
      currentPeriodEnd: renewsAt,
      statusEventAt: new Date(now),
    },
  });
  const instalments = { creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 5, totalCreditsRemaining: 5_000 };
  await db.subscriptionCreditSchedule.create({
    data: { ...plan, ...instalments, subscriptionId, nextGrantAt: renewsAt },
  });
  const reasons = ["chat_usage", "image_generation", "video_generation"];
  await db.creditLedger.createMany({
    data: Array.from({ length: DAYS * ENTRIES_PER_DAY }, (_, index) => ({
      id: randomUUID(),
      userId,
      delta: index === 0 ? CREDITS + SPENT : -10,
      reason: index === 0 ? "subscription_schedule" : (reasons[index % reasons.length] ?? ""),
      balanceAfter: CREDITS,
      createdAt: new Date(now - (index % DAYS) * DAY_MS),
    })),
  });
  await db.generationHistory.createMany({
    data: Array.from({ length: GENERATIONS }, (_, index) => ({
      userId,
      type: index % 2 === 0 ? "image" : "video",
      prompt: `A boat on a lake at ${index} o'clock, painted in oil`,
      resultUrl: `https://files.example.com/${randomUUID()}`,
      status: "completed",
      creditsUsed: 20,
      metadata: "{}",
      createdAt: new Date(now - index * DAY_MS),
    })),
  });
  await db.chatSession.createMany({
    data: Array.from({ length: CHATS }, (_, index) => ({
      userId,
      title: `What is to be seen in town number ${index}?`,
      model: "text-model",
      lastMessageAt: new Date(now - index * DAY_MS),
    })),
  });
  return { userId, cookie: `authjs.session-token=${sessionToken}` };
}

/** Chats `s1` to `s20000` of the users `1` to `20000`. */
export const SEEDED_CHATS = 20_000;

/**
 * Older chats with four messages each. On empty tables PostgreSQL plans sequential scans until autovacuum analyses them a minute later,
 * which does not represent a service in use.
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

const SESSION_TOKEN_BYTES = 32;

/** Creates sessions of the first `count` users, used within the hour. Returns their cookie headers. */
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

type Client = { query(sql: string, values?: unknown[]): Promise<unknown> };

const YEAR_DAYS = 365;

/**
 * Replaces the users with a year of data. One heavy user has a twentieth of all entries, and reasons are distributed unevenly, as in
 * production. Balances do not match the entries: nothing here is verified.
 */
export async function seedYearOfData(client: Client, size: { users: number; entries: number }): Promise<void> {
  await client.query(`DELETE FROM "user"`);
  await client.query(
    `INSERT INTO "user" (id, email, name, credits, role, "createdAt", "updatedAt")
     SELECT 'user-' || i, substr(md5(i::text), 1, 10) || '-' || i || '@example.com', 'Person ' || substr(md5((i * 7)::text), 1, 8),
       CASE WHEN i % 3 = 0 THEN 0 ELSE i % 5000 END, CASE WHEN i = 1 THEN 'admin' ELSE 'user' END,
       now() - make_interval(secs => i * 86400.0 * $2 / $1), now() - make_interval(secs => (i * 7919 % $1) * 86400.0 * $2 / $1)
     FROM generate_series(1, $1::int) i`,
    [size.users, YEAR_DAYS],
  );
  await client.query(
    `INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "actorId", "createdAt")
     SELECT 'entry-' || i, 'user-' || CASE WHEN i % 20 = 0 THEN 1 ELSE 1 + (i::bigint * 7919) % $3 END,
       CASE WHEN i % 10 = 0 THEN 1000 ELSE -10 * (1 + i % 3) END,
       CASE WHEN i % 5000 = 0 THEN 'compensation' WHEN i % 10 = 0 THEN 'subscription_cycle' WHEN i % 3 = 0 THEN 'image_generation' ELSE 'chat_usage' END,
       'reference-' || i, 1000, CASE WHEN i % 5000 = 0 THEN 'user-1' END, now() - make_interval(secs => ($1 - i) * 86400.0 * $2 / $1)
     FROM generate_series(1, $1::int) i`,
    [size.entries, YEAR_DAYS, size.users],
  );
  await client.query(
    `INSERT INTO payment (id, provider, "providerPaymentId", "userId", "amountCents", type, "creditsGranted", "createdAt")
     SELECT 'payment-' || i, 'creem', 'payment-' || i, 'user-' || 1 + i % $1, 500, 'one_time', 200,
       now() - make_interval(secs => i * 86400.0 * $2 / $1)
     FROM generate_series(1, $1::int) i`,
    [size.users, YEAR_DAYS],
  );
  await client.query(
    `INSERT INTO audit_log (id, "actorId", action, "targetId", detail, "createdAt")
     SELECT 'action-' || i, 'user-1', CASE WHEN i % 100 = 0 THEN 'user.ban' ELSE 'credits.adjust' END, 'user-' || i, '{}',
       now() - make_interval(secs => i * 86400.0 * $2 / $1)
     FROM generate_series(1, $1::int) i`,
    [size.users, YEAR_DAYS],
  );
  await client.query(
    `INSERT INTO generation_history (id, "userId", type, prompt, status, "creditsUsed", metadata, "createdAt", "updatedAt")
     SELECT 'generation-' || i, 'user-' || 1 + i % $1, CASE WHEN i % 4 = 0 THEN 'video' ELSE 'image' END, 'A boat', CASE WHEN i % 50 = 0 THEN 'failed' ELSE 'completed' END,
       20, '{}', now() - make_interval(secs => i * 86400.0 * $2 / $1), now()
     FROM generate_series(1, $1::int) i`,
    [size.users, YEAR_DAYS],
  );
  await client.query(
    `INSERT INTO chat_session (id, "userId", title, model, "lastMessageAt", "createdAt", "updatedAt")
     SELECT 'chat-' || i, 'user-' || 1 + i % $1, 'A chat', 'text-model', at, at, at
     FROM generate_series(1, $1::int) i, LATERAL (SELECT now() - make_interval(secs => i * 86400.0 * $2 / $1) AS at) AS began`,
    [size.users, YEAR_DAYS],
  );
  await client.query("VACUUM ANALYZE");
}
