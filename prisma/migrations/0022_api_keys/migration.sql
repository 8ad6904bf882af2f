-- Requests of the running version queue up behind a migration that waits for a lock.
SET LOCAL lock_timeout = '1s';

CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "creditLimit" INTEGER,
    "creditsUsed" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_key_keyHash_key" ON "api_key"("keyHash");
CREATE INDEX "api_key_userId_createdAt_id_idx" ON "api_key"("userId", "createdAt", "id");
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "chat_completion" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "creditsUsed" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "chat_completion_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "chat_completion_userId_createdAt_id_idx" ON "chat_completion"("userId", "createdAt", "id");
CREATE INDEX "chat_completion_status_createdAt_idx" ON "chat_completion"("status", "createdAt");
ALTER TABLE "chat_completion" ADD CONSTRAINT "chat_completion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No foreign key: it would be checked for every spend, and keys are never deleted while their user exists.
ALTER TABLE "credit_ledger" ADD COLUMN "apiKeyId" TEXT;
