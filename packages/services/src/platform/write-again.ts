import { setTimeout as pause } from "node:timers/promises";
import type { ServiceContext } from "../context";

const WRITE_ATTEMPTS_MAX = 3;
const WRITE_RETRY_DELAY_MS = 500;

/**
 * Writes the outcome of what was paid for, or looks it up: it is not given up when the database is unreachable for a moment.
 * @param generationId for the log
 * @param write safe to repeat: it may have been written although it failed
 */
export async function writeAgain<Result>(
  { log }: { log?: ServiceContext["log"] | undefined },
  generationId: string,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS_MAX) throw error;
      log?.warn({ err: error, generationId }, "the outcome of a generation is written again");
      await pause(WRITE_RETRY_DELAY_MS);
    }
  }
}
