import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { type Binaries, findBinariesWithTools } from "@app/db/embedded/binaries";
import { serverUser } from "@app/db/embedded/server-account";
import { readPidFile } from "@app/db/embedded/server-process";
import { findFreePort, findFreePorts } from "../../scripts/test/start-service";
import type { DrillRun } from "./drill";
import { makeFolder, type Program, startProgram, waitUntil, writeConfig } from "./program";

const NODES = 3;
const START_MAX_MS = 120_000;
const PASSWORD_BYTES = 24;
const OUTPUT_SHOWN_MAX = 1_000;

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Everything of a node: Patroni with its PostgreSQL. */
export class DatabaseNode {
  #patroni: Program | null = null;
  readonly #cluster: string;
  readonly #env: Record<string, string>;

  constructor(
    readonly name: string,
    readonly port: number,
    readonly restPort: number,
    private readonly drill: DrillRun,
    private readonly folder: string,
    env: Record<string, string>,
  ) {
    this.#cluster = path.join(folder, "data");
    this.#env = {
      ...env,
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#cluster,
      PATRONI_POSTGRESQL_PGPASS: path.join(folder, "pgpass"),
    };
    // PostgreSQL is no child of ours, so it must be ended by its id, also when this process is stopped.
    const killAtExit = () => this.signal("SIGKILL");
    process.once("exit", killAtExit);
    drill.onEnd(async () => {
      await this.kill();
      process.off("exit", killAtExit);
    });
  }

  start(): void {
    const config = writeConfig(this.folder, "patroni/patroni.yml", { "/var/run/postgresql": this.folder });
    this.#patroni = startProgram(this.drill, "patroni", [config], {
      cwd: this.folder,
      env: { ...this.#env, HOME: this.folder },
      user: serverUser(),
    });
  }

  readonly output = (): string => this.#patroni?.output() ?? "";

  /** Ends every process of the node at once, as a power cut would. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#patroni?.stop("SIGKILL");
  }

  /** Holds back what the standbys have not received yet, until the node is killed or continued. */
  stopSending(): void {
    for (const pid of this.#processes()) if (commandLine(pid).includes("walsender")) sendSignal(pid, "SIGSTOP");
  }

  /** To Patroni first, which would start PostgreSQL again, then to PostgreSQL, which would start its processes again. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.#processes()) sendSignal(pid, signal);
  }

  #processes(): number[] {
    const postmaster = readPidFile(path.join(this.#cluster, "postmaster.pid"))?.pid;
    const pids = [this.#patroni?.pid ?? 0, ...(postmaster ? [postmaster, ...childrenOf(postmaster)] : [])];
    return pids.filter((pid) => pid > 1 && isOf(pid, this.folder));
  }
}

/** Does nothing if the process has ended meanwhile. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Empty if the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Whether the process still exists and works in the node's `folder`: its id may have been given to another one. */
function isOf(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** Undefined if the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it, in brackets, may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

export interface PatroniCluster {
  nodes: DatabaseNode[];
  /** Through HAProxy, which finds the primary. */
  urlOf: (database: string) => string;
  leader: () => Promise<DatabaseNode | undefined>;
  /** Waits until there is a leader, a synchronous standby, and every node runs. */
  waitUntilComplete: () => Promise<void>;
}

/** Starts etcd, three nodes with deploy/patroni/patroni.yml, and HAProxy with deploy/haproxy/database.cfg. */
export async function startPatroniCluster(drill: DrillRun): Promise<PatroniCluster> {
  const folder = makeFolder(drill, "patroni");
  const etcd = await startEtcd(drill, folder);
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  const { directory } = findBinariesWithTools() as Binaries;
  const env = {
    PATH: `${directory}:/usr/bin:/bin`,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_POSTGRESQL_BIN_DIR: directory,
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: randomBytes(PASSWORD_BYTES).toString("hex"),
  };
  const nodes: DatabaseNode[] = [];
  for (let number = 1; number <= NODES; number += 1) {
    const name = `db-${number}`;
    const own = path.join(folder, name);
    mkdirSync(own);
    const { uid, gid } = serverUser();
    if (uid !== undefined) chownSync(own, uid, gid);
    const node = new DatabaseNode(name, await findFreePort(), await findFreePort(), drill, own, env);
    node.start();
    nodes.push(node);
  }
  const waitUntilComplete = () =>
    waitUntil(
      "every node runs, with a synchronous standby",
      START_MAX_MS,
      () => isComplete(nodes),
      () => lastOutputs(nodes),
    );
  await waitUntilComplete();
  const port = await startDatabaseProxy(drill, folder, nodes);
  return {
    nodes,
    urlOf: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    leader: () => findLeader(nodes),
    waitUntilComplete,
  };
}

/** The ends of what Patroni has printed on each node. */
export function lastOutputs(nodes: readonly DatabaseNode[]): string {
  return nodes.map(({ output }) => output().slice(-OUTPUT_SHOWN_MAX)).join("\n");
}

async function startEtcd(drill: DrillRun, folder: string): Promise<string> {
  const [clientPort, peerPort] = await findFreePorts(3);
  const client = `http://127.0.0.1:${clientPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const etcd = startProgram(drill, "etcd", [
    ...["--name", "etcd-1", "--data-dir", path.join(folder, "etcd")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `etcd-1=${peer}`],
  ]);
  const isHealthy = () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil("etcd is healthy", START_MAX_MS, isHealthy, etcd.output);
  return `127.0.0.1:${clientPort}`;
}

/** Returns the port of the primary. */
async function startDatabaseProxy(drill: DrillRun, folder: string, nodes: readonly DatabaseNode[]): Promise<number> {
  const [primaryPort, readPort] = await findFreePorts(3);
  const addresses = nodes.map(({ name, port, restPort }) => [
    `${name}:5432`,
    `127.0.0.1:${port} check port ${restPort}`,
  ]);
  const config = writeConfig(folder, "haproxy/database.cfg", {
    "127.0.0.1:5000": `127.0.0.1:${primaryPort}`,
    "127.0.0.1:5001": `127.0.0.1:${readPort}`,
    ...Object.fromEntries(addresses),
  });
  const proxy = startProgram(drill, "haproxy", ["-db", "-f", config]);
  // At first HAProxy takes every node for a primary. It has asked all of them when the replicas are down.
  const down = () => new Set(proxy.output().match(/Server primary\/\S+ is DOWN/g));
  const isChecked = () => down().size === nodes.length - 1;
  await waitUntil("HAProxy has found the primary", START_MAX_MS, isChecked, proxy.output);
  return primaryPort;
}

async function isComplete(nodes: readonly DatabaseNode[]): Promise<boolean> {
  const members = await readMembers(nodes);
  const roles = members.map(({ role }) => role);
  const runs = members.filter(({ state }) => state === "running" || state === "streaming");
  return runs.length === nodes.length && roles.includes("leader") && roles.includes("sync_standby");
}

async function findLeader(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  for (const node of nodes) {
    const response = await ask(node, "primary");
    if (response?.ok) return node;
  }
  return undefined;
}

async function readMembers(nodes: readonly DatabaseNode[]): Promise<Member[]> {
  for (const node of nodes) {
    const response = await ask(node, "cluster");
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

const ASK_MAX_MS = 2_000;

/** Null if Patroni does not respond. */
function ask(node: DatabaseNode, resource: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(ASK_MAX_MS);
  return fetch(`http://127.0.0.1:${node.restPort}/${resource}`, { signal }).catch(() => null);
}
