SET LOCAL lock_timeout = '500ms';

-- What went back to the buyer by refunds, so that a refund in part stays visible once its note is dismissed. 0 for older payments.
ALTER TABLE "payment" ADD COLUMN "refundedCents" INTEGER NOT NULL DEFAULT 0;
