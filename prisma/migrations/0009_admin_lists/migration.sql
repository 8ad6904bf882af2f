-- What keeps the administrators' lists quick however long they grow: an index for each order and each filter.

-- Part of an e-mail address or a name. The extension is a trusted one: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- They are partial, with a condition that a search meets: schema.prisma cannot describe an index of an extension, and overlooks these.
CREATE INDEX "user_email_search_idx" ON "user" USING GIN ("email" gin_trgm_ops) WHERE "email" IS NOT NULL;
CREATE INDEX "user_name_search_idx" ON "user" USING GIN ("name" gin_trgm_ops) WHERE "name" IS NOT NULL;

-- Every change of a balance changes these two columns: without an index on them PostgreSQL writes the new row into the same page and
-- no index at all. Sorting a hundred thousand users by one of them takes some tens of milliseconds.
DROP INDEX "user_updatedAt_idx";
ALTER TABLE "user" SET (fillfactor = 85);

CREATE INDEX "credit_ledger_createdAt_seq_idx" ON "credit_ledger"("createdAt", "seq");
CREATE INDEX "credit_ledger_userId_createdAt_seq_idx" ON "credit_ledger"("userId", "createdAt", "seq");
CREATE INDEX "credit_ledger_reason_createdAt_seq_idx" ON "credit_ledger"("reason", "createdAt", "seq");

CREATE INDEX "subscription_status_createdAt_id_idx" ON "subscription"("status", "createdAt", "id");

CREATE INDEX "webhook_event_outcome_receivedAt_id_idx" ON "webhook_event"("outcome", "receivedAt", "id");
CREATE INDEX "webhook_event_eventType_receivedAt_id_idx" ON "webhook_event"("eventType", "receivedAt", "id");

CREATE INDEX "audit_log_action_createdAt_id_idx" ON "audit_log"("action", "createdAt", "id");
CREATE INDEX "audit_log_actorId_createdAt_id_idx" ON "audit_log"("actorId", "createdAt", "id");
CREATE INDEX "audit_log_targetId_createdAt_id_idx" ON "audit_log"("targetId", "createdAt", "id");

-- Answers that ended early are few among all messages, and counted by day.
CREATE INDEX "chat_message_interrupted_createdAt_idx" ON "chat_message"("createdAt") WHERE "interrupted";
