-- What happened on each day that is over, added up once, so that the administrators' statistics do not read everything there ever was.

-- CreateTable
CREATE TABLE "daily_totals" (
    "day" DATE NOT NULL,
    "creditsGranted" BIGINT NOT NULL,
    "creditsSpent" BIGINT NOT NULL,
    "activeUsers" BIGINT NOT NULL,
    "revenueCents" BIGINT NOT NULL,
    "payments" BIGINT NOT NULL,
    "newUsers" BIGINT NOT NULL,
    "chatSessions" BIGINT NOT NULL,

    CONSTRAINT "daily_totals_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "counted_figure" (
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "counted_figure_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "chat_session_createdAt_idx" ON "chat_session"("createdAt");
