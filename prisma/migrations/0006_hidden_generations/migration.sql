-- What someone deletes is hidden, not removed: the ledger's entries refer to it.
ALTER TABLE "generation_history" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);
