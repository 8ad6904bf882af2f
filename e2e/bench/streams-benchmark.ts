import type { BenchServer } from "./bench-database";
import { atMost, type Benchmark, compared, type Finding, within } from "./benchmark";
import { median } from "./load";
import {
  type Cost,
  CROWD,
  costOf,
  forkStreamReaders,
  MANY,
  OPENED_OVER_MS,
  open,
  type Streamer,
  type StreamsResult,
  WARM_UP,
  withStreamers,
} from "./streams/measured-streams";

/** Shorter than a stream, so that all are open at once. */
const OPENED_AT_ONCE_OVER_MS = 2_500;
/** One burst decides the 99th percentile of a round, which varies threefold. */
const ROUNDS = 9;
const CROWD_ROUNDS = 3;
const BYTES_PER_KB = 1_000;

/** Chats through the production server, each of another user, against the same upstream piped by a bare Node server. */
export const streamsBenchmark = (server: BenchServer): Benchmark => ({
  name: "streams",
  run: () =>
    withStreamers(server, async ({ pipe, service }) => {
      for (const streamer of [pipe, service]) await open(streamer, WARM_UP, OPENED_OVER_MS);
      return [
        ...(await measureCost(pipe, service)),
        await measureMemory(pipe, service),
        ...(await measureCrowd(pipe, service)),
      ];
    }),
});

async function measureCost(pipe: Streamer, service: Streamer): Promise<Finding[]> {
  const rounds = { pipe: [] as Cost[], service: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.pipe.push(await costOf(pipe));
    rounds.service.push(await costOf(service));
  }
  const middle = (of: readonly Cost[], figure: keyof Cost) => median(of.map((cost) => cost[figure]));
  const cpu = { measured: middle(rounds.service, "cpuMs"), limit: middle(rounds.pipe, "cpuMs"), unit: "ms" };
  const added = middle(rounds.service, "firstP99Ms") - middle(rounds.pipe, "firstP99Ms");
  return [
    atMost(3.5, { what: `a stream's CPU time, ${MANY} opened over 5 s, against the bare pipe`, ...cpu }),
    within(40, { what: "its time to the first chunk, p99, above the bare pipe's", measured: added, unit: "ms" }),
  ];
}

async function measureMemory(pipe: Streamer, service: Streamer): Promise<Finding> {
  const limit = await heldByStream(pipe);
  const measured = await heldByStream(service);
  const piped = Math.round(limit / BYTES_PER_KB);
  const what = `memory of an open stream (the bare pipe's: ${piped} kB)`;
  return within(100, { what, measured: measured / BYTES_PER_KB, unit: "kB" });
}

/** Bytes per open stream at the moment when all have begun. */
async function heldByStream({ port, process, kind }: Streamer): Promise<number> {
  const before = await process.heldBytes();
  let ofEach = Promise.resolve(Number.NaN);
  await forkStreamReaders({ kind, port, count: MANY, openedOverMs: OPENED_AT_ONCE_OVER_MS }, (open) => {
    ofEach = process.heldBytes().then((held) => (held - before) / open);
  });
  return ofEach;
}

/** More streams than two cores can begin in this time. First chunks queue, so their time has no target: none may be cut. */
async function measureCrowd(pipe: Streamer, service: Streamer): Promise<Finding[]> {
  const rounds = { pipe: [] as StreamsResult[], service: [] as StreamsResult[] };
  for (let round = 0; round < CROWD_ROUNDS; round += 1) {
    rounds.pipe.push(await open(pipe, CROWD, OPENED_OVER_MS));
    rounds.service.push(await open(service, CROWD, OPENED_OVER_MS));
  }
  const firstSeconds = (of: readonly StreamsResult[]) => median(of.map(({ firstP99Ms }) => firstP99Ms / 1000));
  const cutOf = (of: readonly StreamsResult[]) => of.reduce((cut, { complete }) => cut + CROWD - complete, 0);
  const opened = `${CROWD_ROUNDS} × ${CROWD} opened over 5 s (of the bare pipe's: ${cutOf(rounds.pipe)})`;
  const first = { measured: firstSeconds(rounds.service), limit: firstSeconds(rounds.pipe), unit: "s" };
  return [
    within(0, { what: `streams cut of ${opened}`, measured: cutOf(rounds.service), unit: "streams" }),
    compared({ what: "their time to the first chunk, p99, against the bare pipe", ...first }),
  ];
}
