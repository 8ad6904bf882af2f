// pnpm e2e: the production build in a real Chromium against the sandbox, with a database of its own that is verified afterwards.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDemoStack } from "./demo-stack";
import { findChromium } from "./find-chromium";
import { runStep } from "./run-steps";
import { startService } from "./start-service";

const chromium = findChromium();
if (!chromium) {
  console.log(
    "There is no Chromium here and apt-get cannot install one: the end-to-end tests did NOT run. Set CHROMIUM_PATH to run them.",
  );
  process.exit(process.env["CI"] ? 1 : 0);
}

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-e2e-"));
const [port, sandboxPort, smtpPort] = await freePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort });
const service = await startService({ ...stack.env, LOG_LEVEL: "warn" });
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
      args: ["test", "--config", "e2e/playwright.config.ts", ...process.argv.slice(2)],
      env,
    },
    { live: true },
  ),
  await runStep(
    { name: "ledger after the end-to-end tests", command: "tsx", args: ["scripts/verify-ledger.ts"], env },
    { live: true },
  ),
];
await service.stop();
await stack.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(results.every((result) => result.ok) ? 0 : 1);

async function freePorts(count: 3): Promise<[number, number, number]> {
  const ports: number[] = [];
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  for (const { port, close } of servers) {
    ports.push(port);
    await close();
  }
  const [a = 0, b = 0, c = 0] = ports;
  return [a, b, c];
}

function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("no port"));
      resolve({ port: address.port, close: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
