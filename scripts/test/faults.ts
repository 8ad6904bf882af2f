// pnpm test:faults: the tests that `npm test` leaves out or runs in a short form, about an hour.
import { BUILD, runStep, type Step } from "../dev/steps";

const LONG = { FAULTS: "long" };

/** Over HTTP one file at a time: several of them hold the service to a time. */
const STEPS: readonly Step[] = [
  BUILD,
  { name: "databases that start, migrate and fail", command: "vitest", args: ["run", "--project", "db"], env: LONG },
  {
    name: "commands and the published client",
    command: "vitest",
    args: ["run", "--project", "scripts", "--project", "client"],
    env: LONG,
  },
  {
    name: "attacks and permissions",
    command: "vitest",
    args: ["run", "--project", "web", "test/security", "test/api-handler-parity"],
    env: LONG,
  },
  {
    name: "faults in the use cases",
    command: "vitest",
    args: ["run", "--project", "services", "test/faults"],
    env: LONG,
  },
  {
    name: "faults over HTTP",
    command: "vitest",
    args: ["run", "--project", "web", "--no-file-parallelism", "test/faults"],
    env: LONG,
  },
  { name: "corner cases in the browser", command: "tsx", args: ["scripts/test/e2e.ts", "--project=corner-cases"] },
  { name: "killed processes", command: "tsx", args: ["e2e/faults/kill.ts"], env: LONG },
  { name: "webhooks to receivers that fail", command: "tsx", args: ["e2e/faults/webhooks.ts"], env: LONG },
  { name: "uploads without end", command: "tsx", args: ["e2e/faults/uploads.ts"], env: LONG },
];

const results = [];
for (const step of STEPS) results.push(await runStep(step, { live: true }));
const failed = results.filter((result) => !result.ok);
console.log(`faults: ${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
