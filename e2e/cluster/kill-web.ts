import { setTimeout as pause } from "node:timers/promises";
import type { BrokenAttempt } from "../faults/kill-traffic";
import { type Drill, listed } from "./drill";
import { missingPrograms } from "./program";
import { type ProxiedRequest, readProxyLog } from "./proxy-log";
import { checkOutcomes, startWebCluster, underLoad } from "./web-cluster";

const KILL_FOR_MS = 60_000;
const KILL_INTERVAL_MS = 3_000;
const CHAT_PACING_MS = 5;
const UNAVAILABLE = [502, 503, 504];
/**
 * Later requests of a connection that fail are not in HAProxy's log: it closes the connection without a word, and the client is to try again.
 */
const CLOSE = { connection: "close" };
/** HAProxy's log and this process read the clock at slightly different moments. */
const CLOCK_TOLERANCE_MS = 100;

/** From the signal until the process is gone, which takes a moment: until then the system accepts connections for it. */
interface Kill {
  server: string;
  sentAt: number;
  goneAt: number;
}

export const killWeb: Drill = {
  name: "kill-web",
  promise: "kill -9 of a web process every 3 s loses and doubles nothing, and only its requests in flight fail",
  missing: () => missingPrograms("haproxy"),
  maxMs: 300_000,
  run: async (drill) => {
    const cluster = await startWebCluster(drill, { chatPacingMs: CHAT_PACING_MS });
    const kills: Kill[] = [];
    const isUnavailable = (status: number) => UNAVAILABLE.includes(status);
    const load = await underLoad(cluster, { isUnavailable, headers: CLOSE }, async () => {
      const until = Date.now() + KILL_FOR_MS;
      for (let count = 0; Date.now() < until; count += 1) {
        const nextAt = Date.now() + KILL_INTERVAL_MS;
        const web = cluster.webs[count % cluster.webs.length];
        if (!web) break;
        const sentAt = Date.now();
        await web.kill();
        kills.push({ server: web.name, sentAt, goneAt: Date.now() });
        await web.start();
        await pause(Math.max(0, nextAt - Date.now()));
      }
    });
    const { brokenAttempts, requests } = load.traffic;
    drill.note(`${kills.length} kills, ${requests} responses, ${brokenAttempts.length} requests failed`);
    const log = readProxyLog(cluster.proxy.output());
    const unexplained = brokenAttempts.filter((attempt) => !wasKilled(log.get(attempt.requestId), kills));
    drill.check(
      unexplained.length === 0,
      `${unexplained.length} requests failed that were not in flight at a killed process` +
        (unexplained.length > 0 ? `: ${listed(unexplained.map((attempt) => describe(attempt, log)))}` : ""),
    );
    await checkOutcomes(drill, cluster, load);
  },
};

/** Whether the server that a request was sent to was killed before it had responded. */
function wasKilled(request: ProxiedRequest | undefined, kills: readonly Kill[]): boolean {
  if (!request) return false;
  const from = request.startedAt - CLOCK_TOLERANCE_MS;
  const until = request.endedAt + CLOCK_TOLERANCE_MS;
  return kills.some(({ server, sentAt, goneAt }) => server === request.server && sentAt <= until && goneAt >= from);
}

function describe({ what, requestId, startedAt, endedAt }: BrokenAttempt, log: Map<string, ProxiedRequest>): string {
  const request = log.get(requestId);
  return `${what}, ${endedAt - startedAt} ms, ${request ? `${request.server} ${request.status}` : "not in HAProxy's log"}`;
}
