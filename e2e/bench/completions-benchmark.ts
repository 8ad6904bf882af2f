import type { BenchServer } from "./bench-database";
import { type Benchmark, compared, type Finding } from "./benchmark";
import { median } from "./load";
import { costOf, OPENED_OVER_MS, open, type Streamer, WARM_UP, withStreamers } from "./streams/measured-streams";

const ROUNDS = 5;

/** `/v1/chat/completions` with an API key, as a stream and as a whole, against the page's own chat with a session. */
export const completionsBenchmark = (server: BenchServer): Benchmark => ({
  name: "completions",
  run: () =>
    withStreamers(server, async ({ service }) => {
      const page = service;
      const stream: Streamer = { ...service, kind: "v1-stream" };
      const whole: Streamer = { ...service, kind: "v1-whole" };
      const all = [page, stream, whole];
      for (const streamer of all) await open(streamer, WARM_UP, OPENED_OVER_MS);
      const cpuMs = new Map(all.map((streamer) => [streamer, [] as number[]]));
      for (let round = 0; round < ROUNDS; round += 1)
        for (const streamer of all) cpuMs.get(streamer)?.push((await costOf(streamer)).cpuMs);
      const ofPage = median(cpuMs.get(page) ?? []);
      const against = (what: string, streamer: Streamer): Finding =>
        compared({ what, measured: median(cpuMs.get(streamer) ?? []), limit: ofPage, unit: "ms" });
      return [
        against("CPU time of a streamed /v1 completion, against a chat of the page", stream),
        against("CPU time of a whole /v1 completion, against a chat of the page", whole),
      ];
    }),
});
