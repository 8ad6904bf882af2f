SET LOCAL lock_timeout = '500ms';

-- When a generation completed or failed. Null while it runs, and for those that ended before this migration.
ALTER TABLE "generation_history" ADD COLUMN "finishedAt" TIMESTAMPTZ(3);
