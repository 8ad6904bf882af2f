-- Reference for a chat turn: ten statements in two transactions, one before the model's response and one after it.
\set uid random(1, 20000)
\set mid random(1, 1000000000000000)
BEGIN;
SELECT id FROM chat_session WHERE id = 's' || :uid::text AND "userId" = :uid::text AND "deletedAt" IS NULL;
UPDATE "user" SET credits = credits - 10, "updatedAt" = now() WHERE id = :uid::text AND credits >= 10 RETURNING credits;
INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter") VALUES (gen_random_uuid()::text, :uid::text, -10, 'chat_usage', 's' || :uid::text, 0);
INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed") VALUES ('q' || :mid::text, 's' || :uid::text, 'user', 'Hello, how are you today?', 10);
UPDATE chat_session SET "totalMessages" = "totalMessages" + 1, "totalCreditsUsed" = "totalCreditsUsed" + 10, "lastMessageAt" = now(), "updatedAt" = now() WHERE id = 's' || :uid::text;
SELECT role, content FROM chat_message WHERE "sessionId" = 's' || :uid::text AND "hiddenAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 20;
COMMIT;
BEGIN;
SELECT "hiddenAt" FROM chat_message WHERE id = 'q' || :mid::text FOR SHARE;
INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed") VALUES ('a' || :mid::text, 's' || :uid::text, 'assistant', 'I am fine, thank you.', 0);
UPDATE chat_session SET "totalMessages" = "totalMessages" + 1, "lastMessageAt" = now(), "updatedAt" = now() WHERE id = 's' || :uid::text;
SELECT credits FROM "user" WHERE id = :uid::text;
COMMIT;
