type Client = { query(sql: string, values?: unknown[]): Promise<unknown> };

const YEAR_DAYS = 365;

/**
 * A year of business, in place of the users that are there. A twentieth of all entries are one heavy user's; reasons are as unequal as they are in truth. The balances are
 * those the entries lead to only by name: nothing here is verified.
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
     SELECT 'deed-' || i, 'user-1', CASE WHEN i % 100 = 0 THEN 'user.ban' ELSE 'credits.adjust' END, 'user-' || i, '{}',
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
