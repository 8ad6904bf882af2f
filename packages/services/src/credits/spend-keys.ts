import { Prisma } from "@app/db/client/db";

/** The parts of the statement of spends for Idempotency-Keys, where a spend has one: see `writeSpends`. */
export const WITH_IDEMPOTENCY_KEY = {
  freeKeys: Prisma.sql`, free_key AS MATERIALIZED (
    SELECT k."userId", k.key FROM idempotency_key k
    WHERE (SELECT count(*) FROM locked) > 0 AND k.reference IS NULL
      AND (k."userId", k.key) IN (SELECT "userId", key FROM ordered WHERE key IS NOT NULL)
    ORDER BY k."userId", k.key FOR NO KEY UPDATE
  )`,
  mayBeCharged: Prisma.sql`(key IS NULL
    OR (is_first_of_key AND (ordered."userId", key) IN (SELECT "userId", key FROM free_key)))`,
  chargeKeys: Prisma.sql`, charged_key AS (
    UPDATE idempotency_key SET reference = granted."entryId"
    FROM granted WHERE idempotency_key."userId" = granted."userId" AND idempotency_key.key = granted.key
  )`,
};
export const WITHOUT_IDEMPOTENCY_KEY = {
  freeKeys: Prisma.empty,
  mayBeCharged: Prisma.sql`true`,
  chargeKeys: Prisma.empty,
};

/** The parts of that statement for API keys, where a spend is made with one. A revoked or expired key is not usable. */
export const WITH_API_KEY = {
  usableKeys: Prisma.sql`, usable_key AS MATERIALIZED (
    SELECT k.id, k."creditLimit", k."creditsUsed" FROM api_key k
    WHERE (SELECT count(*) FROM locked) > 0 AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > (SELECT max(at) FROM ordered))
      AND k.id IN (SELECT api_key FROM ordered WHERE api_key IS NOT NULL)
    ORDER BY k.id FOR NO KEY UPDATE
  )`,
  /** A spend that its key refuses does not count in the running sum of its user, on which the balances after the others depend. */
  ordered: Prisma.sql`(
    SELECT ordered.*, sum(cost) OVER (PARTITION BY api_key ORDER BY position) AS key_until FROM ordered
  ) AS ordered LEFT JOIN usable_key ON usable_key.id = ordered.api_key`,
  mayBeCharged: Prisma.sql`(api_key IS NULL OR (usable_key.id IS NOT NULL
    AND (usable_key."creditLimit" IS NULL OR usable_key."creditsUsed" + key_until <= usable_key."creditLimit")))`,
  chargeKeys: Prisma.sql`, charged_api_key AS (
    UPDATE api_key SET "creditsUsed" = "creditsUsed" + total.cost
    FROM (SELECT api_key AS id, sum(cost)::int AS cost FROM granted WHERE api_key IS NOT NULL GROUP BY api_key) AS total
    WHERE api_key.id = total.id
  )`,
};
export const WITHOUT_API_KEY = {
  usableKeys: Prisma.empty,
  ordered: Prisma.sql`ordered`,
  mayBeCharged: Prisma.sql`true`,
  chargeKeys: Prisma.empty,
};
