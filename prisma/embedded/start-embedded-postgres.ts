import path from "node:path";
import { findBinaries } from "./binaries";
import { choosePort, prepareCluster, prepareDataDirectory } from "./data-directory";
import { serverUser } from "./server-account";
import { startServer, waitUntilUnused } from "./server-process";

export type EmbeddedPostgres = {
  /** URL of the database `postgres`, with the password. */
  url: string;
  /** Process id of the server. */
  pid: number;
  /** The real path of the data. It differs from `dataDir` if we are root and the server cannot reach that. */
  dataDirectory: string;
  /** Resolves to the end of the server's log when it ends although nobody has stopped it, as on a full disk. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Created if missing; its data is kept between starts. */
  dataDir: string;
  /** 0 or undefined: the port of the last start if it is free, else any free port. */
  port?: number;
  /** False is faster but loses data in a power cut: for tests. */
  durable: boolean;
};

const CONNECTIONS_MAX = 200;

const SERVER_SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  `max_connections=${CONNECTIONS_MAX}`,
  "TimeZone=UTC",
  "log_timezone=UTC",
  // server-process.ts waits for an English log message.
  "lc_messages=C",
  "logging_collector=off",
  "log_destination=stderr",
];

const UNSAFE_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Starts a PostgreSQL server on 127.0.0.1, from npm's binaries or the system's. It stops with this process, even if that is killed.
 * @throws Error that says why it does not start: no binaries, a server already running on `dataDir`, or the server's log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const binaries = findBinaries();
  const dataDirectory = await prepareDataDirectory(path.resolve(options.dataDir));
  const cluster = prepareCluster(dataDirectory, { binaries, user, durable: options.durable });
  await waitUntilUnused(cluster.directory);
  const port = options.port || (await choosePort(dataDirectory));
  const settings = options.durable ? SERVER_SETTINGS : [...SERVER_SETTINGS, ...UNSAFE_SETTINGS];
  const server = await startServer(
    binaries,
    ["-D", cluster.directory, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    user,
  );
  return {
    // It has no TLS, which PGSSLMODE may ask for.
    url: `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/postgres?sslmode=disable`,
    pid: server.pid,
    dataDirectory,
    ended: server.ended,
    stop: server.stop,
  };
}
