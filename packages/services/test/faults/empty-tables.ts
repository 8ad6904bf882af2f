import type { TestContext } from "../test-context";

/** Deletes users with their ledger and payments, events and jobs. That is possible only with the ledger's triggers disabled. */
export async function emptyTables({ db }: TestContext): Promise<void> {
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`TRUNCATE "user", credit_ledger, payment, subscription, subscription_credit_schedule, webhook_event, audit_log,
      counted_figure, graphile_worker._private_jobs CASCADE`,
  ]);
}
