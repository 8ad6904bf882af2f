-- What the service's code promises, held by the database against everything else that can reach it.

-- The ledger only grows. One trigger for the whole statement: it costs an insert nothing, fires for TRUNCATE as well,
-- and for a statement that would have met no row.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_ledger is append-only: % is refused', TG_OP
    USING ERRCODE = 'insufficient_privilege', HINT = 'Write a correcting entry instead.';
END;
$$;

CREATE TRIGGER credit_ledger_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

ALTER TABLE "credit_ledger"
  ADD CONSTRAINT "credit_ledger_delta_check" CHECK ("delta" <> 0);

ALTER TABLE "user"
  ADD CONSTRAINT "user_email_check" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "user_role_check" CHECK ("role" IN ('user', 'admin'));

ALTER TABLE "payment"
  ADD CONSTRAINT "payment_amountCents_check" CHECK ("amountCents" >= 0),
  ADD CONSTRAINT "payment_creditsGranted_check" CHECK ("creditsGranted" >= 0),
  ADD CONSTRAINT "payment_type_check" CHECK ("type" IN ('subscription', 'one_time'));

ALTER TABLE "subscription_credit_schedule"
  ADD CONSTRAINT "subscription_credit_schedule_creditsPerGrant_check" CHECK ("creditsPerGrant" > 0),
  ADD CONSTRAINT "subscription_credit_schedule_intervalMonths_check" CHECK ("intervalMonths" > 0),
  ADD CONSTRAINT "subscription_credit_schedule_grantsRemaining_check" CHECK ("grantsRemaining" >= 0),
  ADD CONSTRAINT "subscription_credit_schedule_totalCreditsRemaining_check" CHECK ("totalCreditsRemaining" >= 0);

ALTER TABLE "generation_history"
  ADD CONSTRAINT "generation_history_type_check" CHECK ("type" IN ('image', 'video')),
  ADD CONSTRAINT "generation_history_status_check" CHECK ("status" IN ('pending', 'processing', 'completed', 'failed')),
  ADD CONSTRAINT "generation_history_creditsUsed_check" CHECK ("creditsUsed" >= 0);

ALTER TABLE "chat_message"
  ADD CONSTRAINT "chat_message_role_check" CHECK ("role" IN ('user', 'assistant')),
  ADD CONSTRAINT "chat_message_creditsUsed_check" CHECK ("creditsUsed" >= 0);
