import type { ServiceContext } from "../context";

const PURGED_AT_ONCE_MAX = 10_000;

/** Forgets sessions and mailed links that are past their time. */
export async function purgeExpiredSignIns({ db, now }: ServiceContext): Promise<void> {
  const over = now();
  await db.$queryRaw`
    DELETE FROM verification_token WHERE (identifier, token) IN (
      SELECT identifier, token FROM verification_token WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    )`;
  await db.$queryRaw`
    DELETE FROM password_reset WHERE "userId" IN (
      SELECT "userId" FROM password_reset WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM email_verification WHERE "userId" IN (
      SELECT "userId" FROM email_verification WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM session WHERE "sessionToken" IN (
      SELECT "sessionToken" FROM session WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
}
