import { setTimeout as pause } from "node:timers/promises";
import type { BrokenAttempt } from "../faults/kill-traffic";
import { type Drill, listed } from "./drill";
import { missingPrograms } from "./program";
import { type ProxiedRequest, readProxyLog } from "./proxy-log";
import { checkOutcomes, startWebCluster, underLoad } from "./web-cluster";

const KILLS = 20;
const KILL_INTERVAL_MS = 3_000;
const CHAT_PACING_MS = 5;
const UNAVAILABLE = [502, 503, 504];
/** HAProxy's log and this process read the clock at slightly different moments. */
const CLOCK_TOLERANCE_MS = 100;

interface Kill {
  server: string;
  at: number;
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
    const load = await underLoad(cluster, { isUnavailable }, async () => {
      for (let count = 0; count < KILLS; count += 1) {
        const nextAt = Date.now() + KILL_INTERVAL_MS;
        const web = cluster.webs[count % cluster.webs.length];
        if (!web) break;
        kills.push({ server: web.name, at: Date.now() });
        await web.kill();
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
  return kills.some(({ server, at }) => server === request.server && at >= from && at <= until);
}

function describe({ what, requestId, startedAt, endedAt }: BrokenAttempt, log: Map<string, ProxiedRequest>): string {
  const request = log.get(requestId);
  return `${what}, ${endedAt - startedAt} ms, ${request ? `${request.server} ${request.status}` : "not in HAProxy's log"}`;
}
