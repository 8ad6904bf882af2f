SET LOCAL lock_timeout = '500ms';

-- When an administrator gave the user a plan: a subscription that had ended by then does not end it. Null if none was given.
ALTER TABLE "user" ADD COLUMN "planGivenAt" TIMESTAMPTZ(3);
