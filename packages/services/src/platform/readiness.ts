import { setTimeout as pause } from "node:timers/promises";
import type { ServiceContext } from "../context";

/** The newest migration that this version needs. The database may have newer ones: a deployment migrates first. */
export const NEEDED_MIGRATION = "0033_replaced_subscriptions";

/** A check takes no longer, whatever the database does. */
const DATABASE_CHECK_MAX_MS = 2_000;

export interface Readiness {
  database: "ok" | "unreachable";
  /** `unknown` while the database is unreachable. */
  migrations: "ok" | "missing" | "unknown";
}

/** Whether requests can be served: the database responds, and has the tables of this version (contract §12). */
export async function checkReadiness(ctx: ServiceContext): Promise<Readiness> {
  const timeout = new AbortController();
  try {
    const isMigrated = await Promise.race([
      readIsMigrated(ctx),
      pause(DATABASE_CHECK_MAX_MS, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`no response within ${DATABASE_CHECK_MAX_MS} ms`);
      }),
    ]);
    return { database: "ok", migrations: isMigrated ? "ok" : "missing" };
  } catch (error) {
    ctx.log.warn({ err: error }, "not ready: the check of the database failed");
    return { database: "unreachable", migrations: "unknown" };
  } finally {
    timeout.abort();
  }
}

/** Whether the newest migration that this version needs is applied. */
export async function readIsMigrated({ db }: ServiceContext): Promise<boolean> {
  const [found] = await db.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!found?.exists) return false;
  const applied = await db.$queryRaw<object[]>`
    SELECT 1 AS applied FROM _prisma_migrations
    WHERE migration_name = ${NEEDED_MIGRATION} AND finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  return applied.length > 0;
}
