import { setTimeout as pause } from "node:timers/promises";
import { findBinariesWithTools } from "@app/db/embedded/binaries";
import type { Traffic } from "../faults/kill-traffic";
import { type Drill, type DrillRun, seconds } from "./drill";
import { type DatabaseNode, lastOutputs, type PatroniCluster, startPatroniCluster } from "./patroni-cluster";
import { missingPrograms, waitUntil } from "./program";
import { checkOutcomes, startWebCluster, underLoad } from "./web-cluster";

const BACK_MAX_MS = 30_000;
const FAILOVER_MAX_MS = 90_000;
/** Of undisturbed load, before and after. */
const LOAD_MS = 5_000;
/** So long the standbys have received nothing when the primary dies. */
const LAG_MS = 1_000;
/** Pause after a response that says that the service has no database. */
const RETRY_PAUSE_MS = 1_000;
const UNAVAILABLE = [500, 502, 503, 504];

export const failover: Drill = {
  name: "failover",
  promise:
    "when the primary database dies, nothing answered is lost, and the same web processes serve again within 30 s",
  missing: () => [
    ...missingPrograms("haproxy", "patroni", "etcd"),
    ...(findBinariesWithTools() ? [] : ["PostgreSQL with pg_basebackup"]),
  ],
  maxMs: 600_000,
  run: async (drill) => {
    const database = await startPatroniCluster(drill);
    drill.note(`${database.nodes.length} database nodes, etcd and HAProxy are ready`);
    const environment = { DATABASE_URL: database.urlOf("genmint") };
    const cluster = await startWebCluster(drill, { chatPacingMs: 5, environment });
    const isUnavailable = (status: number) => UNAVAILABLE.includes(status);
    const load = await underLoad(cluster, { isUnavailable, retryPauseMs: RETRY_PAUSE_MS }, async (traffic) => {
      await pause(LOAD_MS);
      await disturb(drill, database, traffic, "killed with kill -9", {
        begin: (node) => node.kill(),
        end: (node) => node.start(),
      });
      await disturb(drill, database, traffic, "frozen, its connections left open", {
        begin: (node) => node.signal("SIGSTOP"),
        // As a watchdog does: see deploy/patroni/patroni.yml.
        end: async (node) => {
          await node.kill();
          node.start();
        },
      });
    });
    const ready = await Promise.all(cluster.webs.map(({ env }) => fetch(`http://127.0.0.1:${env["PORT"]}/readyz`)));
    drill.check(
      ready.every(({ ok }) => ok),
      "the web processes are the same ones, and ready",
    );
    drill.note(`${load.traffic.brokenAttempts.length} requests failed and were repeated`);
    await checkOutcomes(drill, cluster, load);
  },
};

/** Takes the primary away under load, waits until the service works again, and brings the node back as a standby. */
async function disturb(
  drill: DrillRun,
  database: PatroniCluster,
  traffic: Traffic,
  how: string,
  act: { begin: (node: DatabaseNode) => Promise<void> | void; end: (node: DatabaseNode) => Promise<void> | void },
): Promise<void> {
  const old = await database.leader();
  if (!old) throw new Error("There is no primary");
  // Everything that is committed from now on is lost with the primary, unless the commit waits for a standby.
  old.stopSending();
  await pause(LAG_MS);
  const startedAt = Date.now();
  await act.begin(old);
  const output = () => lastOutputs(database.nodes);
  let leader: DatabaseNode | undefined;
  await waitUntil(
    "another node is the primary",
    FAILOVER_MAX_MS,
    async () => {
      leader = await database.leader();
      return leader !== undefined && leader !== old;
    },
    output,
  );
  const promotedMs = Date.now() - startedAt;
  // Of a request that was sent afterwards: a chat that was charged before goes on streaming.
  const firstAnswer = () => traffic.paidAnswers.find(({ sentAt }) => sentAt > startedAt);
  await waitUntil("a paid request succeeds", FAILOVER_MAX_MS, () => firstAnswer() !== undefined, output);
  const outageMs = (firstAnswer()?.answeredAt ?? Number.NaN) - startedAt;
  drill.note(`primary ${old.name} ${how}; ${leader?.name} promoted after ${seconds(promotedMs)}`);
  drill.check(outageMs <= BACK_MAX_MS, `a paid request succeeded ${seconds(outageMs)} after it`);
  await pause(LOAD_MS);
  await act.end(old);
  const rejoinAt = performance.now();
  await database.waitUntilComplete();
  drill.note(`${old.name} follows the new primary ${seconds(performance.now() - rejoinAt)} after its return`);
  await pause(LOAD_MS);
}
