-- Requests of the running version queue up behind a migration that waits for a lock.
SET LOCAL lock_timeout = '1s';

CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "sealedSecret" TEXT NOT NULL,
    "sealedPreviousSecret" TEXT,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "pauseReason" TEXT,
    "failingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_endpoint_userId_createdAt_id_idx" ON "webhook_endpoint"("userId", "createdAt", "id");
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "endpointId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_delivery_nextAttemptAt_check" CHECK (("status" = 'pending') = ("nextAttemptAt" IS NOT NULL))
);
CREATE INDEX "webhook_delivery_endpointId_createdAt_id_idx" ON "webhook_delivery"("endpointId", "createdAt", "id");
CREATE INDEX "webhook_delivery_createdAt_idx" ON "webhook_delivery"("createdAt");
-- Most rows are delivered: these indexes have the others only.
CREATE INDEX "webhook_delivery_next_of_endpoint" ON "webhook_delivery"("endpointId", "nextAttemptAt", "seq") WHERE "nextAttemptAt" IS NOT NULL;
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("nextAttemptAt") WHERE "nextAttemptAt" IS NOT NULL;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "webhook_attempt" (
    "id" TEXT NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "response" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_attempt_deliveryId_startedAt_idx" ON "webhook_attempt"("deliveryId", "startedAt");
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
