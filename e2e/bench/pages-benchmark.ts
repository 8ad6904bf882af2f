import { createDb } from "@app/db/client/db";
import type { BenchServer } from "./bench-database";
import { atMost, type Benchmark, within } from "./benchmark";
import { seedActiveUser } from "./fixtures";
import { median, scaledCount } from "./load";
import { cpuMsOf } from "./measured-process";
import { countStatements } from "./statement-counter";
import { startWebProcess, type WebProcess } from "./web-process";

const ROUNDS = 5;
const REQUESTS_PER_ROUND = scaledCount(100);
const WARM_UP_REQUESTS = scaledCount(200);
const STATEMENTS_MAX = 4;
const CPU_RATIO_MAX = 3;
/** Pages without data. The cheapest is the reference. */
const PLAIN_PAGES = ["/account/deleted", "/sign-in", "/forgot-password", "/nowhere"];

/** The dashboard of an active user, against the cheapest page of the same server. */
export const pagesBenchmark = (server: BenchServer): Benchmark => ({
  name: "pages",
  run: async () => {
    const databaseUrl = await server.createDatabase("pages");
    const db = createDb(databaseUrl);
    const counter = await countStatements(databaseUrl);
    const web = await startWebProcess(counter.url);
    try {
      const { cookie } = await seedActiveUser(db);
      const dashboard = () => get(web, "/dashboard", cookie);
      const plain = PLAIN_PAGES.map((path) => () => get(web, path));
      for (let request = 0; request < WARM_UP_REQUESTS; request += 1)
        for (const page of [dashboard, ...plain]) await page();
      const statements = await statementsOf(counter.count, dashboard);
      const [dashboardMs, ...plainMs] = await cpuOf(web, [dashboard, ...plain]);
      const cpu = { measured: dashboardMs ?? Number.NaN, limit: Math.min(...plainMs), unit: "ms of CPU" };
      return [
        atMost(CPU_RATIO_MAX, { what: "the dashboard, against the smallest page", ...cpu }),
        within(STATEMENTS_MAX, { what: "its SQL statements", measured: statements, unit: "statements" }),
      ];
    } finally {
      await web.stop();
      counter.stop();
      await db.$disconnect();
    }
  },
});

/** CPU time of the web process per request of each page, as the median of alternating rounds. */
async function cpuOf(web: WebProcess, pages: readonly (() => Promise<void>)[]): Promise<number[]> {
  const rounds: number[][] = pages.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, page] of pages.entries()) {
      const before = cpuMsOf(web.pid);
      for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) await page();
      rounds[index]?.push((cpuMsOf(web.pid) - before) / REQUESTS_PER_ROUND);
    }
  return rounds.map(median);
}

/** The largest number of statements of one request. */
async function statementsOf(count: () => number, page: () => Promise<void>): Promise<number> {
  let most = 0;
  for (let request = 0; request < ROUNDS; request += 1) {
    const before = count();
    await page();
    most = Math.max(most, count() - before);
  }
  return most;
}

async function get(web: WebProcess, path: string, cookie = ""): Promise<void> {
  const response = await fetch(`${web.url}${path}`, { headers: { cookie }, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status >= 500 || (response.status !== 200 && cookie))
    throw new Error(`${path} got status ${response.status}`);
}
