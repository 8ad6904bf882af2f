// pnpm test:production: the steps of compose.yaml without a container engine. Makes the production folder, makes it read-only, and runs
// migrations, worker, web and every command there, each with an empty environment, a PATH with nothing but Node, and, when started as
// root, as an account that owns nothing. DATABASE_URL names a server to create the test's database on; unset: the embedded one.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dropDatabase, urlOfDatabase } from "@app/db/client/manage-databases";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import { findFreePorts } from "./start-service";

const ROOT = path.join(import.meta.dirname, "../..");
const COMMAND_MAX_MS = 60_000;
const START_MAX_MS = 30_000;
const STOP_MAX_MS = 30_000;
const POLL_INTERVAL_MS = 100;
const BODY_SHOWN_MAX = 500;
/** `nobody`, as in the image: an account that may write to no file of the folder. */
const NOBODY = 65_534;
const WRITE_BITS = 0o222;

type ServiceEnvironment = Record<string, string> & { NODE_ENV: "production"; APP_URL: string };

const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const base = mkdtempSync(path.join(tmpdir(), "genmint-production-"));
const folder = path.join(base, "app");
const bin = path.join(base, "bin");
const running = new Set<ChildProcess>();

try {
  await test();
  console.log("The production folder works without development tools. No container engine was used.");
} catch (error) {
  console.log(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  for (const child of running) child.kill("SIGKILL");
  if (!isRoot) makeWritable(folder);
  rmSync(base, { recursive: true, force: true });
}

async function test(): Promise<void> {
  chmodSync(base, 0o711);
  // As on a machine where new files are private. The account of the service has to read them all the same.
  const umask = process.umask(0o077);
  const built = spawnSync(process.execPath, ["--import", "tsx", "scripts/ops/build-production.ts", folder], {
    cwd: ROOT,
    stdio: "inherit",
  });
  process.umask(umask);
  check(built.status === 0, "the production folder could not be made");
  makeReadOnly(folder);
  mkdirSync(bin);
  symlinkSync(process.execPath, path.join(bin, "node"));
  const before = listFiles(folder);

  const server = process.env["DATABASE_URL"]
    ? { url: process.env["DATABASE_URL"], stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: path.join(base, "postgres"), durable: false });
  const database = `genmint_production_${process.pid}`;
  try {
    await runService(urlOfDatabase(server.url, database));
  } finally {
    await dropDatabase(server.url, database);
    await server.stop();
  }
  const changed = listFiles(folder).filter((file) => !before.includes(file));
  check(changed.length === 0, `written to the folder: ${changed.join(", ")}`);
  console.log(`✓ nothing was written to the folder${isRoot ? `, which ran as account ${NOBODY}` : ""}`);
}

async function runService(databaseUrl: string): Promise<void> {
  const [firstPort, secondPort, sandboxPort] = await findFreePorts(3);
  const [proxyPort, smtpPort] = await findFreePorts(3);
  const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
  if (!hasNginx) console.log("- nginx is not installed: requests go to the first web process directly");
  const port = hasNginx ? proxyPort : firstPort;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const email = "operator@genmint.test";
  const env: ServiceEnvironment = {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    HOST: "127.0.0.1",
    ...demoSettings(sandboxUrl, smtpPort),
    APP_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: "a secret of this test alone",
    PROVIDER_WEBHOOK_SECRET: "another secret of this test",
    WORKER: "off",
    TRUSTED_PROXIES: hasNginx ? "1" : "0",
    ADMIN_EMAIL: email,
    LOG_LEVEL: "info",
  };
  await command("migrate", [], env, 0, /The database is up to date/);
  await command("migrate", [], env, 0, /The database is up to date/);
  const worker = await startProcess("tools/worker.js", env, "worker ready");
  const sandboxEnv = {
    SANDBOX_URL: sandboxUrl,
    SANDBOX_WEBHOOK_URL: `${env.APP_URL}/api/payments/provider/webhook`,
    SANDBOX_DATA_DIR: path.join(base, "sandbox"),
    SANDBOX_HOST: "127.0.0.1",
    SANDBOX_PORT: String(sandboxPort),
    SMTP_PORT: String(smtpPort),
  };
  mkdirSync(sandboxEnv.SANDBOX_DATA_DIR);
  chmodSync(sandboxEnv.SANDBOX_DATA_DIR, 0o777);
  const sandbox = await startProcess("tools/sandbox.js", { ...env, ...sandboxEnv }, "sandbox ready");
  await expectVideo(env);
  const web = [];
  for (const webPort of [firstPort, secondPort])
    web.push(await startProcess("web/serve.mjs", { ...env, PORT: String(webPort) }, '"msg":"ready"'));
  const proxy = hasNginx ? await startNginx(proxyPort, [firstPort, secondPort]) : null;
  await expectStatus(`${env.APP_URL}/healthz`, 200);
  await expectStatus(`${env.APP_URL}/readyz`, 200);
  await expectStatus(env.APP_URL, 200);
  await expectStatus(`${env.APP_URL}/api/auth/sign-up`, 201, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Operator", email, password: "a long enough password" }),
  });
  await command("promote-admin", [], env, 0, /is an administrator now/);
  await command("seed", [], env, 1, /--force/);
  await command("seed", ["--force"], env, 0, /admin@genmint\.test/);
  await command("verify-ledger", [], env, 0, /4 users, \d+ ledger entries.* 0 differences/);
  // The origin of this test is no public one.
  const report = /ERROR +configuration +APP_URL[\s\S]*ok +payments[\s\S]*ok +chat[\s\S]*ok +storage[\s\S]*ok +mail/;
  await command("doctor", [], env, 1, report);
  await command("reconcile-billing", ["--since", "2026-01-01"], env, 0, /0 granted, 0 failed/);
  await command("reencrypt-secrets", [], env, 0, /0 second factors/);
  await command("replay-webhook", ["no-such-event"], env, 1, /event/i);
  for (const child of web) await stopProcess("web", child);
  await stopProcess("worker", worker);
  await stopProcess("sandbox", sandbox);
  if (proxy) await stopProcess("nginx", proxy);
}

/** deploy/demo.env with the addresses of this test. */
function demoSettings(sandboxUrl: string, smtpPort: number): Record<string, string> {
  const lines = readFileSync(path.join(ROOT, "deploy/demo.env"), "utf8").match(/^\w+=.*$/gm) ?? [];
  const settings = lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const);
  const { host } = new URL(sandboxUrl);
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [name, value.replaceAll("sandbox.localhost:3001", host)])),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
}

/** deploy/nginx/nginx.conf with the addresses of this test. */
async function startNginx(port: number, webPorts: readonly number[]): Promise<ChildProcess> {
  let config = readFileSync(path.join(ROOT, "deploy/nginx/nginx.conf"), "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("/tmp/nginx", path.join(base, "nginx"));
  for (const [index, webPort] of webPorts.entries())
    config = config.replace(`web-${index + 1}:3000`, `127.0.0.1:${webPort}`);
  const file = path.join(base, "nginx.conf");
  writeFileSync(file, config);
  const child = spawn("nginx", ["-c", file, "-g", "daemon off;"], { stdio: "inherit" });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const deadline = performance.now() + START_MAX_MS;
  while (!(await isServing(`http://127.0.0.1:${port}/healthz`))) {
    check(child.exitCode === null && performance.now() < deadline, "nginx did not start");
    await pause(POLL_INTERVAL_MS);
  }
  console.log("✓ nginx serves both web processes");
  return child;
}

function isServing(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Runs `node tools/<name>.js` to its end. */
async function command(
  name: string,
  args: string[],
  env: ServiceEnvironment,
  exitCode: number,
  output: RegExp,
): Promise<void> {
  const startedAt = performance.now();
  const { child, text } = start(`tools/${name}.js`, args, env);
  const code = await exitOf(child, COMMAND_MAX_MS);
  check(code === exitCode && output.test(text()), `${name} ${args.join(" ")} ended with ${code}:\n${text()}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`✓ ${[name, ...args].join(" ")} (${seconds} s): ${text().trim().split("\n").at(-1)}`);
}

async function startProcess(file: string, env: ServiceEnvironment, readyText: string): Promise<ChildProcess> {
  const { child, text } = start(file, [], env);
  const deadline = performance.now() + START_MAX_MS;
  while (!text().includes(readyText)) {
    check(child.exitCode === null && performance.now() < deadline, `${file} did not start:\n${text()}`);
    await pause(POLL_INTERVAL_MS);
  }
  console.log(`✓ ${file} is ready`);
  return child;
}

function start(file: string, args: string[], env: ServiceEnvironment): { child: ChildProcess; text: () => string } {
  const child = spawn(path.join(bin, "node"), [file, ...args], {
    ...account,
    cwd: folder,
    env: { ...env, PATH: bin },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  return { child, text: () => output };
}

async function stopProcess(name: string, child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  const code = await exitOf(child, STOP_MAX_MS);
  check(code === 0, `${name} ended with ${code} after SIGTERM`);
  console.log(`✓ ${name} ends with 0 after SIGTERM`);
}

function exitOf(child: ChildProcess, maxMs: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ended within ${maxMs / 1000} s`)), maxMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

async function expectStatus(url: string, status: number, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(COMMAND_MAX_MS) });
  const body = await response.text();
  check(response.status === status, `${url} responded ${response.status}: ${body.slice(0, BODY_SHOWN_MAX)}`);
  console.log(`✓ ${init.method ?? "GET"} ${new URL(url).pathname} ${status}`);
}

/** The sandbox draws it with a package that is loaded at run time, so that no build finds it missing. */
async function expectVideo(env: ServiceEnvironment): Promise<void> {
  const tasks = `${env["AI_BASE_URL"]}/contents/generations/tasks`;
  const headers = { authorization: `Bearer ${env["AI_API_KEY"]}`, "content-type": "application/json" };
  const body = JSON.stringify({ model: env["AI_VIDEO_MODEL"], content: [{ type: "text", text: "a boat" }] });
  const submitted: { id: string } = await (await fetch(tasks, { method: "POST", headers, body })).json();
  const deadline = performance.now() + START_MAX_MS;
  for (;;) {
    const task = await (await fetch(`${tasks}/${submitted.id}`, { headers })).json();
    if (task.status === "succeeded") return expectStatus(task.content.video_url, 200);
    check(performance.now() < deadline, `the sandbox made no video: ${JSON.stringify(task)}`);
    await pause(POLL_INTERVAL_MS);
  }
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Every file with its size and the time of its last change. */
function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => {
    const { size, mtimeMs } = lstatSync(path.join(directory, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

function makeReadOnly(directory: string): void {
  changeModes(directory, (mode) => mode & ~WRITE_BITS);
}

/** So that it can be deleted. */
function makeWritable(directory: string): void {
  changeModes(directory, (mode) => mode | 0o200);
}

function changeModes(file: string, change: (mode: number) => number): void {
  const state = lstatSync(file, { throwIfNoEntry: false });
  if (state === undefined || state.isSymbolicLink()) return;
  chmodSync(file, change(state.mode & 0o777));
  if (state.isDirectory()) for (const name of readdirSync(file)) changeModes(path.join(file, name), change);
}
