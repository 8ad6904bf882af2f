\set uid random(1, 100000)
WITH spent AS (UPDATE "user" SET credits = credits - 10, "updatedAt" = now() WHERE id = :uid::text AND credits >= 10 RETURNING id, credits), entry AS (INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter") SELECT gen_random_uuid()::text, id, -10, 'chat_usage', 'sess', credits FROM spent) SELECT credits FROM spent;
