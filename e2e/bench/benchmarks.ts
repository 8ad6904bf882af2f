import type { BenchServer } from "./bench-database";
import type { Benchmark } from "./benchmark";
import { chatTurnBenchmark } from "./chat-turn-benchmark";
import { completionsBenchmark } from "./completions-benchmark";
import { cronBenchmark } from "./cron-benchmark";
import { growthBenchmark } from "./growth-benchmark";
import { listsBenchmark } from "./lists-benchmark";
import { pagesBenchmark } from "./pages-benchmark";
import { paidRequestBenchmark } from "./paid-request-benchmark";
import { processBenchmark } from "./process-benchmark";
import { spendBenchmark } from "./spend-benchmark";
import { streamsBenchmark } from "./streams-benchmark";
import { twoProcessesBenchmark } from "./two-processes-benchmark";
import { webhookBenchmark } from "./webhook-benchmark";

/** In the order of the table. */
export const BENCHMARKS: readonly ((server: BenchServer) => Benchmark)[] = [
  spendBenchmark,
  paidRequestBenchmark,
  webhookBenchmark,
  cronBenchmark,
  chatTurnBenchmark,
  streamsBenchmark,
  completionsBenchmark,
  pagesBenchmark,
  listsBenchmark,
  processBenchmark,
  twoProcessesBenchmark,
  growthBenchmark,
];
