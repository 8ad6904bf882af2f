import { setTimeout as pause } from "node:timers/promises";
import type { ServiceContext } from "../context";

/** 30 seconds in all, longer than a failover of the database takes (docs/high-availability.md). */
const PAUSES_MS = [500, 1_500, 4_000, 8_000, 16_000];

export type WriteAgainContext = Partial<Pick<ServiceContext, "log" | "writeAgainPausesMs">>;

/**
 * Writes the outcome of what was paid for, or looks it up: it is not given up while the database is unreachable for a moment, or fails over.
 * @param generationId for the log: what the outcome belongs to
 * @param write safe to repeat: it may have been written although it failed
 */
export async function writeAgain<Result>(
  { log, writeAgainPausesMs = PAUSES_MS }: WriteAgainContext,
  generationId: string,
  write: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of writeAgainPausesMs) {
    try {
      return await write();
    } catch (error) {
      log?.warn({ err: error, generationId }, "the outcome of a generation is written again");
      await pause(pauseMs);
    }
  }
  return write();
}
