// pnpm e2e, pnpm e2e:corner-cases, pnpm screenshots: tests the production build in Chromium against the sandbox, with a new database whose ledger is verified
// at the end. All specs share one server: each test signs up users of its own.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDemoStack } from "../dev/demo-stack";
import { runStep } from "../dev/steps";
import { findChromium } from "./find-chromium";
import { findFreePorts, startService } from "./start-service";

const chromium = findChromium();
if (!chromium) {
  console.log(
    "There is no Chromium here and apt-get cannot install one: the end-to-end tests did NOT run. Set CHROMIUM_PATH to run them.",
  );
  process.exit(process.env["CI"] ? 1 : 0);
}

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-e2e-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort });
// A second text model, so that the specs can choose one.
const textModels = `${stack.env["AI_TEXT_MODEL"]}:10, sandbox-chat-large:15`;
const service = await startService({
  ...stack.env,
  AI_TEXT_MODELS: textModels,
  LOG_LEVEL: "warn",
  // Longer than a test pauses between two requests: one that is sent just as its connection is closed fails.
  IDLE_TIMEOUT_SECONDS: "120",
});
const env = {
  CHROMIUM_PATH: chromium,
  BASE_URL: stack.env["APP_URL"] ?? "",
  SANDBOX_URL: stack.sandboxUrl,
  DATABASE_URL: stack.env["DATABASE_URL"] ?? "",
};
const results = [
  await runStep(
    {
      name: "end-to-end tests",
      command: "playwright",
      args: ["test", "--config", "e2e/playwright.config.ts", ...chosenTests()],
      env,
    },
    { live: true },
  ),
  await runStep(
    { name: "ledger after the end-to-end tests", command: "tsx", args: ["scripts/ops/verify-ledger.ts"], env },
    { live: true },
  ),
];
await service.stop();
await stack.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(results.every((result) => result.ok) ? 0 : 1);

/** The corner cases and the screenshots run only when their project is named. */
function chosenTests(): string[] {
  const args = process.argv.slice(2);
  return args.some((arg) => arg.startsWith("--project")) ? args : ["--project=tests", ...args];
}
