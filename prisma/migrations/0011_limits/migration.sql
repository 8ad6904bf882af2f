-- How often somebody did something lately, and which generations of theirs are running. Neither outlives a crash of the database, and
-- neither has to: unlogged tables spare every request the write-ahead log.

-- CreateTable
CREATE UNLOGGED TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "rate_limit_endsAt_idx" ON "rate_limit"("endsAt");

-- CreateTable
CREATE UNLOGGED TABLE "running_generations" (
    "userId" TEXT NOT NULL,
    "holders" JSONB NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "running_generations_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "running_generations_endsAt_idx" ON "running_generations"("endsAt");
