import { setTimeout as pause } from "node:timers/promises";
import { PublicError } from "@app/core/errors";
import type { ServiceContext } from "../context";

const TOO_MANY_REQUESTS = 429;
/** In all longer than the minute in which most services count requests. */
const PAUSES_MS: readonly number[] = [1_000, 5_000, 20_000, 60_000];

type Ask = <Result>(question: () => Promise<Result>) => Promise<Result>;

/**
 * For many questions, one after the other, to a service that limits requests. One that it refuses with 429 is asked again after pauses: another
 * run would begin with the same questions, and get no further. Once one was refused after all pauses, the others are asked without.
 */
export function askPatiently({ log }: Pick<ServiceContext, "log">, pausesMs = PAUSES_MS): Ask {
  let pausesLeft = pausesMs;
  return async (question) => {
    for (const pauseMs of pausesLeft) {
      try {
        return await question();
      } catch (error) {
        if (!isTooManyRequests(error)) throw error;
        log.info({ pauseMs }, "the provider limits requests: asking again after a pause");
        await pause(pauseMs);
      }
    }
    try {
      return await question();
    } catch (error) {
      if (isTooManyRequests(error)) pausesLeft = [];
      throw error;
    }
  };
}

function isTooManyRequests(error: unknown): boolean {
  return error instanceof PublicError && "status" in error && error.status === TOO_MANY_REQUESTS;
}

/** Counts the result of one check. A check that fails must not stop the others. The log names what it was about: somebody may have paid. */
export async function count(
  ctx: ServiceContext,
  result: { granted: number; failed: number },
  about: Readonly<Record<string, string>>,
  check: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await check()) result.granted += 1;
  } catch (error) {
    ctx.log.warn({ err: error, ...about }, "could not be reconciled");
    result.failed += 1;
  }
}
