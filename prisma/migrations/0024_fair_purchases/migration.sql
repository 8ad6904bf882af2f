-- Requests of the running version queue up behind a migration that waits for a lock.
SET LOCAL lock_timeout = '500ms';

-- Payments before users: the order in which purchases lock them.
ALTER TABLE "payment" ADD COLUMN "periodEnd" TIMESTAMPTZ(3), ADD COLUMN "paidCents" INTEGER, ADD COLUMN "taxCents" INTEGER;

ALTER TABLE "user" ADD COLUMN "locale" TEXT, ADD COLUMN "lowBalanceMails" BOOLEAN NOT NULL DEFAULT true;
