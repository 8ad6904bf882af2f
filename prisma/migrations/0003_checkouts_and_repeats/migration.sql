-- Checkouts that were opened, what a repeated request was charged for, and confirmations that were sent.
-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "lockedUntil" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "reference" TEXT;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "confirmationSentAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "checkout" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "checkout_status_createdAt_idx" ON "checkout"("status", "createdAt");

-- CreateIndex
CREATE INDEX "checkout_userId_idx" ON "checkout"("userId");

-- AddForeignKey
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;


