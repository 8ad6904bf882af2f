import { fork } from "node:child_process";
import path from "node:path";
import type { StreamsOrder, StreamsReport } from "./open-streams";

const READERS = path.join(import.meta.dirname, "open-streams.ts");

/** How streams went that have all ended. */
export type Ended = Extract<StreamsReport, { kind: "ended" }>;

/** In a process of their own. @param begun called once all have their first fragment, with how many are still open */
export function openStreams(order: StreamsOrder, begun: (open: number) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const readers = fork(READERS, { execArgv: ["--import", "tsx"], serialization: "advanced" });
    readers.on("message", (report: StreamsReport) => (report.kind === "begun" ? begun(report.open) : resolve(report)));
    readers.once("exit", () => reject(new Error("The readers ended without a word")));
    readers.send(order);
  });
}
