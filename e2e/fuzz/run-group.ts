import fc from "fast-check";
import { findProblem } from "./check-answer";
import type { FuzzGroup } from "./fuzz-group";
import { type Origin, send } from "./send";
import type { MonitoredService } from "./watched-service";

/** Requests under way at a time. */
const LANES = 6;
/** The first ones fill caches, which is no leak. */
const WARM_UP_CASES = 100;

export interface GroupResult {
  cases: number;
  /** Answers of 500 and above that are not listed. */
  unlisted: number;
  statuses: Map<number, number>;
  ms: number;
  heldGrowthBytes: number;
  rssGrowthBytes: number;
  /** The first request that went wrong, made as small as it gets. */
  failure: string | null;
}

export async function runGroup(
  { cases }: FuzzGroup,
  service: MonitoredService,
  target: Origin,
  options: { cases: number; seed: number },
): Promise<GroupResult> {
  const result: GroupResult = {
    cases: 0,
    unlisted: 0,
    statuses: new Map(),
    ms: 0,
    heldGrowthBytes: 0,
    rssGrowthBytes: 0,
    failure: null,
  };
  const property = fc.asyncProperty(cases, async ({ request, expected }) => {
    if (service.exit) throw new Error(`The process is gone: ${service.exit}`);
    const answer = await send(target, request);
    result.cases += 1;
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
    const problem = findProblem(request, answer, expected);
    if (problem !== null && answer.status >= 500) result.unlisted += 1;
    if (problem !== null) throw new Error(problem);
  });
  const run = async (seed: number, numRuns: number) => {
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns, endOnFailure: false });
    if (!failed || result.failure !== null) return;
    const [smallest] = counterexample ?? [];
    const body = smallest?.request.body?.toString("utf8").slice(0, 2_000);
    result.failure = `${String(errorInstance)}\n    ${JSON.stringify({ ...smallest?.request, body })}`;
  };
  await run(options.seed, Math.min(WARM_UP_CASES, options.cases));
  const before = await service.memory();
  const startedAt = performance.now();
  const left = Math.max(0, options.cases - WARM_UP_CASES);
  const perLane = Math.ceil(left / LANES);
  if (perLane > 0)
    await Promise.all(Array.from({ length: LANES }, (_lane, index) => run(options.seed + 1 + index, perLane)));
  result.ms = performance.now() - startedAt;
  if (service.exit) return { ...result, failure: result.failure ?? service.exit };
  const after = await service.memory();
  result.heldGrowthBytes = after.heldBytes - before.heldBytes;
  result.rssGrowthBytes = after.rssBytes - before.rssBytes;
  return result;
}
