import os from "node:os";
import { createDb } from "@app/db/client/db";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import type { BenchServer } from "./bench-database";
import { atLeast, atMost, type Benchmark, type Finding, within } from "./benchmark";
import { seedActiveUser } from "./fixtures";
import { startInstantChat } from "./instant-backends";
import { applyLoad, median, scaledSeconds } from "./load";
import { cpuMsOf } from "./measured-process";
import { MixedRequests } from "./mixed-requests";
import { startWebProcess, type WebProcess } from "./web-process";

/** CPU time varies by a twentieth between rounds, as much as the target allows: hence medians of many rounds. */
const ROUNDS = 20;
const ROUND_SECONDS = scaledSeconds(5);
/** So many requests that the code of both processes is compiled. */
const WARM_UP_ROUNDS = 4;
const CLIENTS = 16;
const USERS = 20;
/** One core per process, one for the database, one for the load. With fewer the second process has none. */
const CORES_NEEDED = 4;
const SPEED_RATIO_MIN = 1.6;
const CPU_RATIO_MAX = 1.05;

/** The same mixed requests to one process, and to two that share its database. */
export const twoProcessesBenchmark = (server: BenchServer): Benchmark => ({
  name: "two-processes",
  run: async () => {
    const databaseUrl = await server.createDatabase("two_processes");
    const db = createDb(databaseUrl);
    const chat = await startInstantChat();
    const webs: WebProcess[] = [];
    try {
      for (let process = 0; process < 2; process += 1) webs.push(await startWebProcess(databaseUrl, chat.env));
      const users = [];
      for (let count = 0; count < USERS; count += 1) users.push(await seedActiveUser(db));
      const spentBefore = await spends(db);
      const mixed = new MixedRequests(users);
      for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await load(webs, mixed);
      const one: Measured[] = [];
      const two: Measured[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Alternating, so that both serve equally many requests.
        const turn = round % webs.length;
        one.push(await load(webs.slice(turn, turn + 1), mixed));
        two.push(await load(webs, mixed));
      }
      const doubled = Math.abs((await spends(db)) - spentBefore - mixed.chats);
      const ids = users.map(({ userId }) => userId);
      const { differences } = await verifyLedger(db);
      const wrong = differences.filter(({ id }) => ids.includes(id)).length;
      return [
        compare(one, two),
        within(0, { what: `spends too many or too few for ${mixed.chats} chats`, measured: doubled, unit: "spends" }),
        within(0, { what: "balances that are not the sum of their entries", measured: wrong, unit: "balances" }),
      ];
    } finally {
      for (const web of webs) await web.stop();
      chat.stop();
      await db.$disconnect();
    }
  },
});

interface Measured {
  perSecond: number;
  cpuMs: number;
}

function compare(one: readonly Measured[], two: readonly Measured[]): Finding {
  const of = (figure: keyof Measured) => ({
    measured: median(two.map((each) => each[figure])),
    limit: median(one.map((each) => each[figure])),
  });
  if (os.cpus().length >= CORES_NEEDED)
    return atLeast(SPEED_RATIO_MIN, { what: "two processes against one", ...of("perSecond"), unit: "/s" });
  const what = `two processes against one, CPU of a request (on ${os.cpus().length} cores the speed is not the processes')`;
  return atMost(CPU_RATIO_MAX, { what, ...of("cpuMs"), unit: "ms" });
}

async function load(webs: readonly WebProcess[], mixed: MixedRequests): Promise<Measured> {
  const cpu = () => webs.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  const [before, sent] = [cpu(), mixed.requests];
  const { perSecond } = await applyLoad({ clients: CLIENTS, seconds: ROUND_SECONDS }, (client) =>
    mixed.send(webs[client % webs.length]?.url ?? ""),
  );
  return { perSecond, cpuMs: (cpu() - before) / (mixed.requests - sent) };
}

const spends = (db: ReturnType<typeof createDb>) => db.creditLedger.count({ where: { reason: "chat_usage" } });
