import { fork } from "node:child_process";
import path from "node:path";
import { withConnection } from "@app/db/client/manage-databases";
import { findFreePorts, WEB_BUILD } from "../../../scripts/test/start-service";
import type { BenchServer } from "../bench-database";
import { seedChats } from "../fixtures";
import { scaledSeconds } from "../load";
import { MeasuredProcess } from "../measured-process";
import type { ChatRequestKind, StreamsOrder, StreamsReport } from "./open-streams";
import { BENCH_MODEL } from "./stream-content";

export const MANY = Math.round(1_000 * Math.min(1, scaledSeconds(10) / 10));
export const CROWD = 5 * MANY;
export const OPENED_OVER_MS = 5_000;
/** So many streams that the measured code is compiled. */
export const WARM_UP = 2 * MANY;

const script = (name: string) => path.join(import.meta.dirname, `${name}.ts`);

/** A process that streams, its port, and how it is asked. */
export interface Streamer {
  port: number;
  process: MeasuredProcess;
  kind: ChatRequestKind;
}

/** Runs `measure` with the production server and a bare pipe before the same upstream. Users, sessions and API keys are in the database. */
export async function withStreamers<Result>(
  server: BenchServer,
  measure: (streamers: { pipe: Streamer; service: Streamer }) => Promise<Result>,
): Promise<Result> {
  const url = await server.createDatabase("streams");
  await seedChats(url);
  await seedCallers(url, Math.max(CROWD, WARM_UP));
  const [upstreamPort, pipePort, servicePort] = await findFreePorts(3);
  const upstream = `http://127.0.0.1:${upstreamPort}/v1`;
  const started: MeasuredProcess[] = [];
  const start = async (file: string, port: number, env: Record<string, string>): Promise<Streamer> => {
    const process = await MeasuredProcess.start(file, { PORT: String(port), ...env });
    started.push(process);
    return { port, process, kind: "page" };
  };
  try {
    await start(script("upstream"), upstreamPort, {});
    const pipe = await start(script("bare-pipe"), pipePort, { UPSTREAM: upstream });
    const service = await start(WEB_BUILD, servicePort, serviceEnv(url, servicePort, upstream));
    return await measure({ pipe, service });
  } finally {
    for (const process of started) await process.stop();
  }
}

/** Sessions in recent use and API keys, as open-streams.ts sends them. */
async function seedCallers(url: string, users: number): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(
      `INSERT INTO session ("sessionToken", "userId", expires, "lastSeenAt", "updatedAt")
       SELECT 'bench-' || i, i::text, now() + interval '1 day', now(), now() FROM generate_series(1, $1::int) i`,
      [users],
    );
    await client.query(
      `INSERT INTO api_key (id, "userId", name, "keyHash", prefix, scopes, "lastUsedAt")
       SELECT 'key-' || i, i::text, 'Bench', encode(sha256(('gm_bench-' || i)::bytea), 'hex'), 'gm_bench', '{chat}', now() + interval '1 day'
       FROM generate_series(1, $1::int) i`,
      [users],
    );
    await client.query("VACUUM ANALYZE session, api_key");
  });
}

const serviceEnv = (databaseUrl: string, port: number, aiBaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  APP_URL: `http://127.0.0.1:${port}`,
  AUTH_SECRET: "auth-secret-for-benchmarks-only",
  AI_BASE_URL: aiBaseUrl,
  AI_API_KEY: "key",
  AI_TEXT_MODEL: BENCH_MODEL,
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
  WORKER: "off",
});

export interface Cost {
  cpuMs: number;
  firstP99Ms: number;
}

export async function costOf(streamer: Streamer): Promise<Cost> {
  const before = streamer.process.cpuMs();
  const { complete, firstP99Ms } = await open(streamer, MANY, OPENED_OVER_MS);
  if (complete < MANY) throw new Error(`${MANY - complete} of ${MANY} streams were not whole`);
  return { cpuMs: (streamer.process.cpuMs() - before) / MANY, firstP99Ms };
}

export const open = ({ port, kind }: Streamer, count: number, openedOverMs: number) =>
  forkStreamReaders({ kind, port, count, openedOverMs }, () => undefined);

const READERS_SCRIPT = script("open-streams");

/** The report once all streams have ended. */
export type StreamsResult = Extract<StreamsReport, { kind: "ended" }>;

/** Reads the streams in a process of its own. @param begun called once all have their first chunk, with the number still open */
export function forkStreamReaders(order: StreamsOrder, begun: (open: number) => void): Promise<StreamsResult> {
  return new Promise((resolve, reject) => {
    const readers = fork(READERS_SCRIPT, { execArgv: ["--import", "tsx"], serialization: "advanced" });
    readers.on("message", (report: StreamsReport) => (report.kind === "begun" ? begun(report.open) : resolve(report)));
    readers.once("exit", () => reject(new Error("The readers ended without a report")));
    readers.send(order);
  });
}
