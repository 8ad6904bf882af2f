SET LOCAL lock_timeout = '500ms';

-- The provider's time of the newest payment that set the subscription's plan. Null until the first one after this migration: until then
-- "statusEventAt" counts.
ALTER TABLE "subscription" ADD COLUMN "planEventAt" TIMESTAMPTZ(3);
