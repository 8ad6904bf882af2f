-- What someone deletes is hidden, not removed: the ledger's entries refer to it.
ALTER TABLE "generation_history" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- What a user spent by day is read from this index alone, so that it stays quick however long the ledger is.
CREATE INDEX "credit_ledger_userId_createdAt_reason_delta_idx" ON "credit_ledger"("userId", "createdAt", "reason", "delta");
