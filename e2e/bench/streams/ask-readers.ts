import { fork } from "node:child_process";
import path from "node:path";
import type { StreamsOrder, StreamsReport } from "./open-streams";

const READERS_SCRIPT = path.join(import.meta.dirname, "open-streams.ts");

/** How streams went that have all ended. */
export type StreamsResult = Extract<StreamsReport, { kind: "ended" }>;

/** In a process of their own. @param begun called once all have their first fragment, with how many are still open */
export function forkStreamReaders(order: StreamsOrder, begun: (open: number) => void): Promise<StreamsResult> {
  return new Promise((resolve, reject) => {
    const readers = fork(READERS_SCRIPT, { execArgv: ["--import", "tsx"], serialization: "advanced" });
    readers.on("message", (report: StreamsReport) => (report.kind === "begun" ? begun(report.open) : resolve(report)));
    readers.once("exit", () => reject(new Error("The readers ended without a word")));
    readers.send(order);
  });
}
