import { withConnection } from "@app/db/client/manage-databases";
import { runDueGrants } from "@app/services/schedule/run-due-grants";
import { createDeps, type Deps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import { type BenchServer, USERS } from "./bench-database";
import { atLeast, atMost, type Benchmark, type Finding, within } from "./benchmark";
import { grantInOneStatement, grantRowByRow } from "./cron-baselines";
import { type Client, DUE_AT, dueAgainAt, fillDueSchedules, spendConcurrently } from "./cron-workload";
import { median, scaledCount } from "./load";
import { webEnvironment } from "./web-process";

const ROUNDS = 3;
const BATCH = 500;
const CATCH_UP = 12;
const FEW = scaledCount(100_000);
const MANY = scaledCount(1_000_000);
/** Row by row is so slow that only a part is measured. */
const ROW_BY_ROW_BATCHES = scaledCount(20);
const MS_PER_SECOND = 1_000;

/** Grants one batch of due schedules. Returns their number. */
type GrantBatch = (now: Date) => Promise<number>;

/** The periodic grants, batch after batch until none is due. */
export const cronBenchmark = (server: BenchServer): Benchmark => ({
  name: "cron",
  run: async () => {
    const findings = await onDatabase(server, "cron", FEW, measureThroughput);
    return [
      ...findings,
      await onDatabase(server, "cron_growth", MANY, (deps, client) => measureGrowth(server, deps, client)),
      await onDatabase(server, "cron_catch_up", BATCH, measureCatchUp),
      await onDatabase(server, "cron_spends", FEW, measureDeadlocks),
    ];
  },
});

async function onDatabase<T>(
  server: BenchServer,
  name: string,
  schedules: number,
  measure: (deps: Deps, client: Client) => Promise<T>,
): Promise<T> {
  const url = await server.createDatabase(name);
  const deps = createDeps(readEnv(webEnvironment(url, 1)));
  try {
    return await withConnection(url, async (client) => {
      await fillDueSchedules(client, schedules);
      return measure(deps, client);
    });
  } finally {
    await deps.close();
  }
}

const serviceBatch =
  (deps: Deps): GrantBatch =>
  async (now) => {
    const limits = { schedulesMax: BATCH, instalmentsMax: CATCH_UP };
    return (await runDueGrants({ ...deps.service, now: () => now }, limits)).schedulesTouched;
  };

/** @returns grants a second */
async function grantAll(grantBatch: GrantBatch, now: Date, batchesMax = Number.POSITIVE_INFINITY): Promise<number> {
  const startedAt = performance.now();
  let granted = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const touched = await grantBatch(now);
    granted += touched;
    if (touched < BATCH) break;
  }
  return (granted * MS_PER_SECOND) / (performance.now() - startedAt);
}

/** All three in turn on the same schedules, each run a month after the previous one. */
async function measureThroughput(deps: Deps, client: Client): Promise<Finding[]> {
  const service = serviceBatch(deps);
  // Without an index scan it would read all users for a batch of 500. The reference should be the best that is possible.
  await client.query("SET enable_seqscan = off");
  const oneStatement: GrantBatch = (now) => grantInOneStatement(client, now, BATCH);
  const found = { service: [] as number[], oneStatement: [] as number[], rowByRow: [] as number[] };
  let run = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    found.oneStatement.push(await grantAll(oneStatement, dueAgainAt(run++)));
    await client.query("VACUUM");
    found.service.push(await grantAll(service, dueAgainAt(run++)));
    await client.query("VACUUM");
    const now = dueAgainAt(run++);
    found.rowByRow.push(await grantAll((at) => grantRowByRow(client, at, BATCH), now, ROW_BY_ROW_BATCHES));
    await grantAll(oneStatement, now);
    await client.query("VACUUM");
  }
  const measured = median(found.service);
  const what = `instalments, ${FEW.toLocaleString("en")} due, in batches of ${BATCH}`;
  return [
    atLeast(0.6, {
      what: `${what}, against one statement a batch`,
      measured,
      limit: median(found.oneStatement),
      unit: "/s",
    }),
    atLeast(4, { what: "the same, against row by row", measured, limit: median(found.rowByRow), unit: "/s" }),
  ];
}

/** Time per grant with many due schedules against few, measured before and after to even out the machine's load. */
async function measureGrowth(server: BenchServer, deps: Deps, client: Client): Promise<Finding> {
  return onDatabase(server, "cron_few", FEW, async (fewDeps, fewClient) => {
    const before = await grantAll(serviceBatch(fewDeps), dueAgainAt(0));
    await fewClient.query("VACUUM");
    const many = await grantAll(serviceBatch(deps), dueAgainAt(0));
    await client.query("VACUUM");
    const after = await grantAll(serviceBatch(fewDeps), dueAgainAt(1));
    return atMost(1.35, {
      what: `time for a grant, ${MANY.toLocaleString("en")} due, against that at ${FEW.toLocaleString("en")}`,
      measured: MS_PER_SECOND / many,
      limit: MS_PER_SECOND / ((before + after) / 2),
      unit: "ms",
    });
  });
}

async function measureCatchUp(deps: Deps, client: Client): Promise<Finding> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const now = dueAgainAt((round + 1) * CATCH_UP - 1);
    const limits = { schedulesMax: BATCH, instalmentsMax: CATCH_UP };
    const { processed } = await runDueGrants({ ...deps.service, now: () => now }, limits);
    took.push((performance.now() - startedAt) / MS_PER_SECOND);
    if (processed !== BATCH * CATCH_UP) throw new Error(`Granted ${processed} instalments, not ${BATCH * CATCH_UP}`);
    await client.query("VACUUM");
  }
  return within(1, { what: "500 schedules, 12 instalments each, at once", measured: median(took), unit: "s" });
}

async function measureDeadlocks(deps: Deps, client: Client): Promise<Finding> {
  const spends = spendConcurrently(deps.service.db, USERS);
  await grantAll(serviceBatch(deps), DUE_AT);
  const spent = await spends.end();
  const deadlocks = await countDeadlocks(client);
  return within(0, {
    what: `deadlocks of ${FEW.toLocaleString("en")} grants during ${spent.toLocaleString("en")} spends`,
    measured: deadlocks,
    unit: "deadlocks",
  });
}

async function countDeadlocks(client: Client): Promise<number> {
  const { rows } = await client.query<{ deadlocks: number }>(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}
