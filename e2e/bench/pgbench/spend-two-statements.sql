-- Reference for a spend: its two statements in a transaction.
\set uid random(1, 100000)
BEGIN;
UPDATE "user" SET credits = credits - 10, "updatedAt" = now() WHERE id = :uid::text AND credits >= 10 RETURNING credits;
INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter") VALUES (gen_random_uuid()::text, :uid::text, -10, 'chat_usage', 'sess', 0);
COMMIT;
