-- The events of a payment, for administrators.
CREATE INDEX CONCURRENTLY "webhook_event_paymentId_idx" ON "webhook_event"("paymentId");
