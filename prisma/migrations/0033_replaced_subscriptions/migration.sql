SET LOCAL lock_timeout = '500ms';
-- Which subscription a paid checkout has ended, and which one it has kept in its place.
ALTER TABLE "checkout" ADD COLUMN "endedSubscriptionId" TEXT, ADD COLUMN "keptSubscriptionId" TEXT;
