-- What became of cancelling a subscription at the provider after an administrator canceled it here.
-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "providerCancel" TEXT,
ADD COLUMN     "providerCancelAt" TIMESTAMPTZ(3),
ADD COLUMN     "providerCancelError" TEXT;

-- Failures are few and listed for administrators. Partial, so schema.prisma overlooks it.
CREATE INDEX "subscription_providerCancel_failed_idx" ON "subscription"("providerCancelAt")
    WHERE "providerCancel" = 'failed';
