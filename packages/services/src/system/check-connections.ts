import type { ServiceContext } from "../context";

/** What one process opens at most that serves requests and runs jobs: 20 of `createDb`, and 6 and 10 of the job runners. */
const CONNECTIONS_MAX = 36;

/** Empty when the database accepts as many connections as one process may open. A pooler in front of it may still share fewer. */
export async function checkConnections({ db }: Pick<ServiceContext, "db">) {
  const [server] = await db.$queryRaw<{ accepted: number }[]>`
    SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user)
    ) AS accepted`;
  const accepted = server?.accepted ?? CONNECTIONS_MAX;
  if (accepted >= CONNECTIONS_MAX) return [];
  const message = `The database accepts ${accepted} connections of this service, and one process with its jobs may open ${CONNECTIONS_MAX}: requests fail while there are none left. It needs more, or PgBouncer in front of it`;
  return [{ status: "warning" as const, message }];
}
