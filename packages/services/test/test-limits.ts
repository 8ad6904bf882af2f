import type { RateLimit } from "@app/core/limits/rate-limit";
import { LIMIT_NAMES, type LimitName, type Limits } from "../src/limits/limits";

/** The same rate for everything. */
export function testLimits(rate: RateLimit, generationsAtOnceMax = 3): Limits {
  const rates = Object.fromEntries(LIMIT_NAMES.map((name) => [name, rate])) as Record<LimitName, RateLimit>;
  return { rates, generationsAtOnceMax };
}
