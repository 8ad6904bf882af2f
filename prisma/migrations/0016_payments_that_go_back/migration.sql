-- What tells the payments of one subscription apart, what administrators should look at, and instalments that are paused.
ALTER TABLE "payment" ADD COLUMN "providerOrderId" TEXT,
ADD COLUMN "statusEventAt" TIMESTAMPTZ(3),
ADD COLUMN "periodStart" TIMESTAMPTZ(3),
ADD COLUMN "attention" TEXT;

-- A payment was named after its order where it had one, else after its transaction.
UPDATE "payment" SET "providerOrderId" = "id" WHERE "id" IS DISTINCT FROM "providerTransactionId";

CREATE INDEX "payment_subscriptionId_idx" ON "payment"("subscriptionId");
CREATE INDEX "payment_providerOrderId_idx" ON "payment"("providerOrderId");
-- Few payments need attention. Partial, so schema.prisma overlooks it.
CREATE INDEX "payment_attention_idx" ON "payment"("createdAt", "id") WHERE "attention" IS NOT NULL;

ALTER TABLE "subscription_credit_schedule" ADD COLUMN "paymentId" TEXT,
ADD COLUMN "pausedAt" TIMESTAMPTZ(3),
ADD COLUMN "pauseReason" TEXT;

-- A schedule belongs to the newest payment of its subscription.
UPDATE "subscription_credit_schedule" AS s SET "paymentId" = (
  SELECT p."id" FROM "payment" p WHERE coalesce(p."subscriptionId", p."id") = s."subscriptionId" ORDER BY p."createdAt" DESC, p."id" DESC LIMIT 1
);

CREATE INDEX "subscription_credit_schedule_paymentId_idx" ON "subscription_credit_schedule"("paymentId");

ALTER TABLE "subscription_credit_schedule"
  ADD CONSTRAINT "subscription_credit_schedule_pause_check" CHECK (("pausedAt" IS NULL) = ("pauseReason" IS NULL));

-- Refunds and disputes whose payment is not recorded yet are looked for every minute. Partial, so schema.prisma overlooks it.
CREATE INDEX "webhook_event_waiting_idx" ON "webhook_event"("receivedAt") WHERE "detail" = 'waits for its payment';
