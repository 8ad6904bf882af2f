// pnpm check: format, lint, types, fences and unit tests; no database, under a minute.
import { GENERATE, runSteps, STATIC_CHECKS, UNIT_TESTS } from "../dev/steps";

const AT_ONCE = 2;

const startedAt = performance.now();
const results = await runSteps([GENERATE], 1);
if (results.every((result) => result.ok)) results.push(...(await runSteps([UNIT_TESTS, ...STATIC_CHECKS], AT_ONCE)));
const failed = results.filter((result) => !result.ok);
console.log(
  `check: ${results.length - failed.length} passed, ${failed.length} failed (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
);
if (failed.length > 0) process.exit(1);
