import path from "node:path";
import { findBinaries } from "./binaries";
import { choosePort, prepareCluster, prepareDataDirectory } from "./data-directory";
import { serverUser } from "./server-account";
import { startServer, waitUntilUnused } from "./server-process";

export type EmbeddedPostgres = {
  /** Address of the database `postgres`, with its password. */
  url: string;
  /** Process id of the server. */
  pid: number;
  /** Where the data really is: elsewhere than asked for when root's own directories are closed to the server. */
  dataDirectory: string;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Made when missing; what it holds is kept between starts. */
  dataDir: string;
  /** 0 or nothing: the port of the last start when it is free, else any free one. */
  port?: number;
  /** False trades safety against power cuts for speed: for tests. */
  durable: boolean;
};

const CONNECTIONS_MAX = 200;

const SERVER_SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  `max_connections=${CONNECTIONS_MAX}`,
  "TimeZone=UTC",
  "log_timezone=UTC",
  // The start is recognised by its message.
  "lc_messages=C",
  "logging_collector=off",
  "log_destination=stderr",
];

const UNSAFE_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * A PostgreSQL server of our own on 127.0.0.1, from npm's binaries or the system's. It stops with this process, even
 * when that is killed.
 * @throws Error that says why it does not start: no binaries, a server already running on `dataDir`, or its own log
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
    url: `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    dataDirectory,
    stop: server.stop,
  };
}
