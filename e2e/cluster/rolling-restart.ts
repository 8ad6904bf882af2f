import { setTimeout as pause } from "node:timers/promises";
import { type Drill, listed, seconds } from "./drill";
import { missingPrograms } from "./program";
import { checkOutcomes, startWebCluster, underLoad } from "./web-cluster";

/** A chat response of the sandbox has about 45 chunks: a stream lasts for about nine seconds. */
const CHAT_PACING_MS = 200;
const CHATS_AT_ONCE = 24;
/** Streams are open by then. */
const WARM_UP_MS = 3_000;

export const rollingRestart: Drill = {
  name: "rolling-restart",
  promise: "restarting one web process after the other under load fails no request and cuts no stream",
  missing: () => missingPrograms("haproxy"),
  maxMs: 300_000,
  run: async (drill) => {
    const cluster = await startWebCluster(drill, { chatPacingMs: CHAT_PACING_MS });
    const load = await underLoad(cluster, { chatsAtOnce: CHATS_AT_ONCE }, async () => {
      await pause(WARM_UP_MS);
      for (const web of cluster.webs) {
        const startedAt = performance.now();
        await web.stop();
        const stopped = performance.now();
        await web.start();
        drill.note(
          `${web.name} ended ${seconds(stopped - startedAt)} after SIGTERM, and was ready again ` +
            `${seconds(performance.now() - stopped)} later`,
        );
      }
      await pause(WARM_UP_MS);
    });
    const { brokenAttempts, idempotentRequests, requests } = load.traffic;
    const chats = idempotentRequests.filter(({ kind }) => kind === "chat");
    const cut = chats.filter(({ isCut }) => isCut);
    const failed = brokenAttempts.map(({ what }) => what);
    drill.note(`${requests} responses, ${chats.length} of them chat streams, ${CHATS_AT_ONCE} open at a time`);
    drill.check(
      failed.length === 0,
      `${failed.length} requests failed${failed.length > 0 ? `: ${listed(failed)}` : ""}`,
    );
    drill.check(cut.length === 0, `${cut.length} streams were cut`);
    await checkOutcomes(drill, cluster, load);
  },
};
