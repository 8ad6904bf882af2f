import { GRANT_EVENT_TYPES } from "@app/core/billing/provider-event";
import { type Db, Prisma } from "@app/db/client/db";
import { queueJobsOf } from "../platform/job-queue";
import type { PlainPayment } from "./plain-payment";
import { onPaidSubscriptionConflict } from "./subscription-events";
import { ALREADY_RECORDED } from "./webhook-inbox";

/** Whoever is locked for longer is left to the long way, where nobody else's payment waits for it too. */
const LOCK_WAIT_MAX = "500ms";

/**
 * Writes payments with all that belongs to them in one statement: the payment, which is the gate, the subscription, its schedule, the
 * balance, its ledger entry, the confirmation mail and the inbox's outcome. Locks in the order kept everywhere, each kind in the order of
 * its ids: payments, subscriptions, schedules, users.
 * @param payments no two of them of one payment, transaction, subscription or user
 * @returns those that were granted or are duplicates; nothing was written for any other
 * @throws when a buyer's account was deleted meanwhile, a lock is held for long, or anything else cannot be written: then nothing was
 *   written at all
 */
export function writePlainPayments(
  db: Db,
  payments: readonly PlainPayment[],
): Promise<{ inboxId: string; isGranted: boolean }[]> {
  return db.$queryRaw<{ inboxId: string; isGranted: boolean }[]>`
    WITH ${plainPayments(payments)},
    paid AS (
      INSERT INTO payment (id, provider, "providerPaymentId", "providerTransactionId", "providerOrderId", "userId", "amountCents", currency, status, type,
        "planKey", "subscriptionId", "periodStart", "creditsGranted", attention, "createdAt")
      SELECT "paymentId", provider, "paymentId", "transactionId", "orderId", "userId", "amountCents", currency, 'succeeded', type,
        "planKey", "eventSubscriptionId", "periodStart", credits, attention, now
      FROM plain ORDER BY "paymentId"
      ON CONFLICT DO NOTHING
      RETURNING id
    ),
    fresh AS MATERIALIZED (SELECT plain.* FROM plain JOIN paid ON paid.id = plain."paymentId"),
    -- Not every payment that conflicts is a duplicate: a renewal's transaction may name the first payment's order.
    decided AS MATERIALIZED (
      SELECT plain.*, fresh."inboxId" IS NOT NULL AS "isGranted" FROM plain LEFT JOIN fresh ON fresh."inboxId" = plain."inboxId"
      WHERE fresh."inboxId" IS NOT NULL OR EXISTS (
        SELECT FROM payment p WHERE p.id = plain."paymentId" AND plain."holdsOrder" OFFSET 0
      ) OR EXISTS (SELECT FROM payment p WHERE p."providerTransactionId" = plain."transactionId" OFFSET 0)
    ),
    ${subscriptionsAndSchedules},
    ${balancesAndEntries}
    , noted AS (
      UPDATE webhook_event AS w SET outcome = CASE WHEN "isGranted" THEN 'granted' ELSE 'duplicate' END,
        detail = CASE WHEN "isGranted" THEN decided.detail ELSE ${ALREADY_RECORDED} END,
        "processedAt" = decided.now, "userId" = decided."userId"
      FROM decided
      WHERE w.id = decided."inboxId" AND w.outcome <> 'granted'
    )
    SELECT decided."inboxId", "isGranted", ${confirmationMails} AS mails,
      -- A payment without its grant must not be: dividing by zero takes the whole statement back.
      1 / (CASE WHEN (SELECT count(*) FROM fresh) = (SELECT count(*) FROM entries) THEN 1 ELSE 0 END) AS "isWhole"
    FROM decided`;
}

/**
 * The payments that ask for nothing more than what they say: whose buyer has an account, whose checkout replaces no subscription, whose
 * subscription owes no instalment of the cycle before, and for which no event waits that came before it was there. `OFFSET 0` has
 * PostgreSQL look rows up one by one: a join that was planned while a table was small reads all of it once it is not.
 */
function plainPayments(payments: readonly PlainPayment[]): Prisma.Sql {
  return Prisma.sql`patience AS MATERIALIZED (SELECT set_config('lock_timeout', ${LOCK_WAIT_MAX}, true)),
  plain AS MATERIALIZED (
    SELECT p.*
    FROM patience, unnest(${payments.map((payment) => JSON.stringify(payment))}::json[]) AS text,
      json_to_record(text) AS p("inboxId" text, now timestamptz, provider text, "paymentId" text,
      "transactionId" text, "orderId" text, "holdsOrder" boolean, "checkoutId" text, "userId" text, "amountCents" int, currency text,
      type text, credits int, reason text, attention text, detail text, "periodStart" timestamptz,
      "eventSubscriptionId" text, "eventAt" timestamptz, "planKey" text, "subscriptionId" text, "customerId" text,
      "periodEnd" timestamptz, "scheduleId" text, "creditsPerGrant" int, "intervalMonths" int, "grantsRemaining" int,
      "totalCreditsRemaining" int, "nextGrantAt" timestamptz)
    WHERE EXISTS (SELECT FROM "user" u WHERE u.id = p."userId" AND u."deletedAt" IS NULL OFFSET 0)
      AND NOT EXISTS (SELECT FROM checkout c WHERE c.id = p."checkoutId" AND c."replacesSubscriptionId" IS NOT NULL OFFSET 0)
      AND NOT EXISTS (
        SELECT FROM subscription_credit_schedule c
        WHERE c."subscriptionId" = p."subscriptionId" AND c."grantsRemaining" > 0 AND c."nextGrantAt" <= p.now OFFSET 0)
      AND (EXISTS (SELECT FROM subscription s WHERE s.id = p."subscriptionId" OFFSET 0) OR NOT EXISTS (
        SELECT FROM webhook_event w
        WHERE w."subscriptionId" = p."subscriptionId" AND w.outcome IN ('received', 'recorded')
          AND w."eventType" <> ALL(${[...GRANT_EVENT_TYPES]}::text[]) OFFSET 0))
  )`;
}

const subscriptionsAndSchedules = Prisma.sql`
  moved AS (
    INSERT INTO subscription AS s (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt",
      "providerCustomerId", "createdAt", "updatedAt")
    SELECT "subscriptionId", provider, "subscriptionId", "userId", "planKey", 'active', "periodEnd", "eventAt", "customerId", now, now
    FROM fresh WHERE "subscriptionId" IS NOT NULL ORDER BY "subscriptionId"
    ${onPaidSubscriptionConflict}
    RETURNING id, "statusEventAt"
  ),
  scheduled AS (
    INSERT INTO subscription_credit_schedule (id, "subscriptionId", "paymentId", "userId", "planKey", "creditsPerGrant", "intervalMonths",
      "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "createdAt", "updatedAt")
    SELECT "scheduleId", "subscriptionId", "paymentId", "userId", "planKey", "creditsPerGrant", "intervalMonths",
      "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", now, now
    FROM fresh JOIN moved ON moved.id = fresh."subscriptionId" WHERE "scheduleId" IS NOT NULL ORDER BY "subscriptionId"
    ON CONFLICT ("subscriptionId") DO UPDATE SET
      "userId" = excluded."userId", "paymentId" = excluded."paymentId", "pausedAt" = NULL, "pauseReason" = NULL,
      "planKey" = excluded."planKey", "creditsPerGrant" = excluded."creditsPerGrant",
      "intervalMonths" = excluded."intervalMonths", "grantsRemaining" = excluded."grantsRemaining",
      "totalCreditsRemaining" = excluded."totalCreditsRemaining", "nextGrantAt" = excluded."nextGrantAt",
      "updatedAt" = excluded."updatedAt"
    RETURNING id
  )`;

/** Users are locked once subscriptions and schedules are: the counts are asked for to that end alone. */
const balancesAndEntries = Prisma.sql`
  buyers AS MATERIALIZED (
    SELECT id FROM "user"
    WHERE id IN (SELECT "userId" FROM fresh) AND "deletedAt" IS NULL
      AND (SELECT count(*) FROM moved) + (SELECT count(*) FROM scheduled) >= 0
    ORDER BY id FOR NO KEY UPDATE
  ),
  credited AS (
    UPDATE "user" AS u SET credits = u.credits + fresh.credits, "updatedAt" = fresh.now,
      "planKey" = CASE WHEN moved."statusEventAt" <= fresh."eventAt" THEN fresh."planKey" ELSE u."planKey" END
    FROM buyers JOIN fresh ON fresh."userId" = buyers.id LEFT JOIN moved ON moved.id = fresh."subscriptionId"
    WHERE u.id = buyers.id
    RETURNING u.id, u.credits
  ),
  entries AS (
    INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
    SELECT "paymentId", "userId", fresh.credits, reason, "paymentId", credited.credits, now
    FROM fresh JOIN credited ON credited.id = fresh."userId"
    RETURNING id
  )`;

const confirmationMails = queueJobsOf(
  "send-purchase-confirmation",
  Prisma.sql`SELECT json_build_object('paymentId', id) AS payload, 'purchase-confirmation:' || id AS key, NULL::timestamptz AS "runAt" FROM entries`,
);
