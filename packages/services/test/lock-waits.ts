import type { ServiceContext } from "../src/context";

/** How many sessions of the database wait for a lock that another one holds. */
export async function lockWaits({ db }: Pick<ServiceContext, "db">): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}
