-- How often codes of the second factor were locked since the last right one: each lock is longer than the one before.
ALTER TABLE "second_factor" ADD COLUMN "locks" INTEGER NOT NULL DEFAULT 0;
