// pnpm test:fuzz: sends the production build generated requests, group by group, and checks every response, the
// process, its memory, its log and the ledger. FUZZ_CASES sets the cases per group (50,000), FUZZ_SEED repeats a run, FUZZ_GROUPS selects.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Db } from "@app/db/client/db";
import { type LedgerDifference, verifyLedger } from "@app/services/ledger/verify-ledger";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import { startDemoStack } from "../../scripts/dev/demo-stack";
import { findFreePorts } from "../../scripts/test/start-service";
import { createFuzzContext } from "./fuzz-context";
import { type GroupResult, runGroup } from "./fuzz-group";
import { authGroup } from "./groups/auth";
import { describedGroup } from "./groups/described";
import { multipartGroup } from "./groups/multipart";
import { pagesGroup } from "./groups/pages";
import { queryAndHeadersGroup } from "./groups/query-and-headers";
import { restJsonGroup } from "./groups/rest-json";
import { trpcGroup } from "./groups/trpc";
import { webhookAndCronGroup } from "./groups/webhook-and-cron";
import { MonitoredService } from "./monitored-service";
import { reconnections } from "./send";

const CASES = Number(process.env["FUZZ_CASES"] || 50_000);
const SEED = Number(process.env["FUZZ_SEED"] || Date.now() % 1_000_000_000);
const CHOSEN = process.env["FUZZ_GROUPS"]?.split(",");
const GROWTH_MAX_BYTES = 100 * 1024 * 1024;
const GROUP_FACTORIES = [
  restJsonGroup,
  queryAndHeadersGroup,
  multipartGroup,
  trpcGroup,
  webhookAndCronGroup,
  authGroup,
  pagesGroup,
  describedGroup,
];
const SECRETS = [
  "AUTH_SECRET",
  "CRON_SECRET",
  "PROVIDER_API_KEY",
  "PROVIDER_WEBHOOK_SECRET",
  "AI_API_KEY",
  "STORAGE_SECRET_ACCESS_KEY",
];

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-fuzz-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const sandbox = { chatPacingMs: 0, videoTiming: { queuedMs: 0, runningMs: 0 } };
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort, sandbox });
const env: Record<string, string> = { ...stack.env, LOG_LEVEL: "info", RATE_LIMITS: "off" };
const deps = createDeps(readEnv(env));
const service = new MonitoredService(
  env,
  SECRETS.map((name) => env[name] ?? "").filter((secret) => secret !== ""),
);
const problems: string[] = [];
try {
  const target = { host: "127.0.0.1", port };
  await service.ready(`http://127.0.0.1:${port}`);
  const world = await createFuzzContext(deps, `http://127.0.0.1:${port}`);
  const groups = await Promise.all(GROUP_FACTORIES.map((make) => make(world)));
  for (const group of groups.filter(({ name }) => !CHOSEN || CHOSEN.includes(name))) {
    if (service.exit) break;
    const result = await runGroup(group, service, target, { cases: CASES, seed: SEED });
    printResult(group.name, result);
    if (result.failure) {
      console.log(`  ${result.failure}`);
      problems.push(`${group.name}: a response is wrong`);
    }
    if (result.heldGrowthBytes > GROWTH_MAX_BYTES) problems.push(`${group.name}: memory grew`);
  }
  if (service.exit) problems.push(`the process is gone: ${service.exit}`);
  if (service.leaks.size > 0) problems.push(`secrets in the log: ${[...service.leaks].join(", ")}`);
  const { users, entries, differences: found } = await verifyLedger(deps.service.db);
  const expected = await Promise.all(found.map((difference) => isChargedTwice(deps.service.db, difference)));
  const differences = found.filter((_, index) => !expected[index]);
  if (differences.length > 0) problems.push(`the ledger differs: ${JSON.stringify(differences.slice(0, 3))}`);
  console.log(
    `fuzz: ledger: ${users} users, ${entries} entries, ${differences.length} differences, ${found.length - differences.length} periods charged twice; secrets in the log: ${service.leaks.size}; ${reconnections.count} reconnections`,
  );
} finally {
  await service.stop();
  await deps.close();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const problem of problems) console.log(`  ${problem}`);
if (problems.length > 0) for (const line of service.errors) console.log(`  log: ${line.slice(0, 2_000)}`);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * Whether a difference is that of a subscription's period that was paid twice, which the generated events have now and then. Both are granted,
 * and the verification points at them. Either the payments have two orders: the provider has charged the period twice. Or an event named
 * neither order, transaction nor period, and a later one with the same id named the period.
 */
async function isChargedTwice(db: Db, { check, id, found }: LedgerDifference): Promise<boolean> {
  if (check !== "one grant for each subscription period") return false;
  const payments = await db.payment.findMany({
    where: { id: { in: [id, found] } },
    select: { providerOrderId: true, providerTransactionId: true },
  });
  const orders = new Set(payments.flatMap(({ providerOrderId }) => providerOrderId ?? []));
  const isUnnamed = payments.some((one) => one.providerOrderId === null && one.providerTransactionId === null);
  return orders.size === 2 || isUnnamed;
}

function printResult(
  name: string,
  { cases, unlisted, statuses, ms, heldGrowthBytes, rssGrowthBytes }: GroupResult,
): void {
  const shares = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  console.log(
    `fuzz: ${name}: ${cases} cases, ${unlisted} unlisted 5xx, ${ms.toFixed(0)} ms, memory ${megabytes(heldGrowthBytes)} (resident ${megabytes(rssGrowthBytes)}), seed ${SEED}; ${shares.join(", ")}`,
  );
}
