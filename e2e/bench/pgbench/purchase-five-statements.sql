-- Reference for a payment's webhook: the five writes of a yearly plan's payment in a transaction.
\set uid random(1, 100000)
\set pid random(1, 1000000000000)
BEGIN;
INSERT INTO payment (id, provider, "providerPaymentId", "userId", "amountCents", currency, status, type, "planKey", "subscriptionId", "creditsGranted") VALUES (:pid::text, 'creem', :pid::text, :uid::text, 29000, 'usd', 'succeeded', 'subscription', 'starter_yearly', :pid::text, 1000) ON CONFLICT DO NOTHING RETURNING id;
INSERT INTO subscription (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt", "updatedAt") VALUES (:pid::text, 'creem', :pid::text, :uid::text, 'starter_yearly', 'active', now() + interval '1 year', now(), now()) ON CONFLICT (id) DO UPDATE SET status = 'active', "currentPeriodEnd" = excluded."currentPeriodEnd";
UPDATE "user" SET credits = credits + 1000, "planKey" = 'starter_yearly', "updatedAt" = now() WHERE id = :uid::text RETURNING credits;
INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter") VALUES (:pid::text, :uid::text, 1000, 'subscription_cycle', :pid::text, 0);
INSERT INTO subscription_credit_schedule (id, "subscriptionId", "userId", "planKey", "creditsPerGrant", "intervalMonths", "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "updatedAt") VALUES (:pid::text, :pid::text, :uid::text, 'starter_yearly', 1000, 1, 11, 11000, now() + interval '1 month', now()) ON CONFLICT ("subscriptionId") DO UPDATE SET "grantsRemaining" = 11, "totalCreditsRemaining" = 11000, "nextGrantAt" = excluded."nextGrantAt", "updatedAt" = now();
COMMIT;
