-- Whom the provider knows a subscriber as, for its portal; and which subscription a checkout takes the place of.
-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "providerCustomerId" TEXT;

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "replacesSubscriptionId" TEXT;
