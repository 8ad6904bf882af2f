-- One user's purchases, instalments and adjustments, however many spends lie between them. Spends are nearly all of the ledger and are
-- not in it, so that they cost what they did. Partial, so schema.prisma overlooks it.
CREATE INDEX "credit_ledger_userId_seq_without_spends_idx" ON "credit_ledger"("userId", "seq")
    WHERE "reason" NOT IN ('chat_usage', 'image_generation', 'video_generation');
