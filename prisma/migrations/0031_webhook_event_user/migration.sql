-- The events of a customer, for administrators.
CREATE INDEX CONCURRENTLY "webhook_event_userId_idx" ON "webhook_event"("userId");
