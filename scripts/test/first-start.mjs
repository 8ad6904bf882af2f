// The first half of CI: `npm start` on a new machine, with an empty home directory and nothing installed or generated. Buys credits,
// chats, stops the service by each signal and fails when a process is left. Uses Node and /proc only.
import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_START_MAX_MS = 180_000;
const NEXT_START_MAX_MS = 90_000;
const STOP_MAX_MS = 30_000;
const COMMAND_MAX_MS = 60_000;
const REQUEST_MAX_MS = 20_000;
const WEBHOOK_MAX_MS = 20_000;
const POLL_INTERVAL_MS = 200;

const root = path.join(import.meta.dirname, "../..");
const dataDir = path.join(root, ".data");
const home = mkdtempSync(path.join(tmpdir(), "genmint-home-"));
// Inherited by every process of the service except PostgreSQL, which is found by the data directory among its arguments.
const marker = randomUUID();

const DEMO = { email: "demo@genmint.test", password: "demo-genmint" };
const PACK_CREDITS = 200;
const CHAT_CREDITS = 10;

/** Commands that need a database. Without one each must say so, not fail on a missing file. */
const COMMANDS_WITH_DATABASE = [
  "serve",
  "worker",
  "db:migrate",
  "db:seed",
  "ledger:verify",
  "webhook:replay",
  "billing:reconcile",
  "secrets:reencrypt",
];

/** @type {(condition: unknown, message: string) => asserts condition} */
function check(condition, message) {
  if (!condition) throw new Error(message);
}

/**
 * @template T
 * @param {string} what
 * @param {number} timeoutMs
 * @param {() => T | null | undefined | false | Promise<T | null | undefined | false>} look
 * @returns {Promise<T>}
 */
async function until(what, timeoutMs, look) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    check(Date.now() < deadline, `${what}: not within ${timeoutMs / 1000} s`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Below the ports that systems give to outgoing connections: one of those could take a port before the service listens on it. */
const [PORT_MIN, PORTS] = [20_000, 12_000];
const PORT_TRIES_MAX = 1_000;

/** Three different unused ports of this machine. */
async function freePorts() {
  const ports = new Set();
  for (let tries = 0; tries < PORT_TRIES_MAX && ports.size < 3; tries += 1) {
    const port = PORT_MIN + randomInt(PORTS);
    if (await isFree(port)) ports.add(port);
  }
  check(ports.size === 3, "no free ports");
  return [...ports];
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Ids of the processes that were started here and still run. */
function processesLeft() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      const read = (/** @type {string} */ file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, "utf8");
        } catch {
          return ""; // The process has ended.
        }
      };
      return read("environ").includes(marker) || read("cmdline").includes(dataDir);
    });
}

/** @param {Record<string, string>} more */
function environment(more) {
  const inherited = { ...process.env };
  for (const name of Object.keys(inherited)) if (/^(npm_|DATABASE_URL$|PORT$|HOST$)/.test(name)) delete inherited[name];
  return { ...inherited, HOME: home, GENMINT_FIRST_START: marker, ...more };
}

/** @param {number} maxMs @param {"start" | "dev"} [script] */
async function start(maxMs, script = "start") {
  const [port, sandboxPort, smtpPort] = await freePorts();
  const startedAt = Date.now();
  // In a process group of its own, so that a signal reaches all of it, as Ctrl-C does.
  const npm = spawn("npm", ["run", script], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
    env: environment({ PORT: String(port), SANDBOX_PORT: String(sandboxPort), SMTP_PORT: String(smtpPort) }),
  });
  const exited = new Promise((resolve) => npm.once("exit", () => resolve(true)));
  const url = `http://127.0.0.1:${port}`;
  await until(`npm run ${script} serves its page`, maxMs, () => {
    check(npm.exitCode === null, `npm run ${script} ended with code ${npm.exitCode}`);
    return fetch(url, { signal: AbortSignal.timeout(REQUEST_MAX_MS) }).then(
      (response) => response.ok,
      () => false,
    );
  });
  check(npm.pid, "npm has no process id");
  return { url, pid: npm.pid, exited, seconds: (Date.now() - startedAt) / 1000 };
}

/** A client that keeps cookies and follows no redirect. */
class Browser {
  /** @type {Map<string, string>} */
  #cookies = new Map();

  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /** @param {string} address @param {RequestInit} [init] */
  async fetch(address, init = {}) {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const signal = AbortSignal.timeout(REQUEST_MAX_MS);
    const response = await fetch(new URL(address, this.url), { redirect: "manual", signal, ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  }

  /** @param {string} address @param {unknown} body */
  post(address, body) {
    return this.fetch(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  }

  /** @param {string} address @param {Record<string, string>} fields */
  submit(address, fields) {
    return this.fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** The balance in the page header. */
  async balance() {
    const page = await (await this.fetch("/dashboard")).text();
    const text = page.replace(/<!--.*?-->|<[^>]*>/g, " ");
    const shown = /Balance:\s+([\d,]+)/.exec(text)?.[1];
    check(shown, "the dashboard shows no balance");
    return Number(shown.replaceAll(",", ""));
  }
}

/** @param {string} url */
async function useAsCustomer(url) {
  const browser = new Browser(url);
  const { csrfToken } = await (await browser.fetch("/api/auth/csrf")).json();
  await browser.submit("/api/auth/callback/credentials", { csrfToken, ...DEMO });
  const session = await (await browser.fetch("/api/auth/session")).json();
  check(session?.user?.email === DEMO.email, "the demo user is not signed in");

  const before = await browser.balance();
  const checkout = await browser.post("/api/payments/provider/checkout", {
    key: "pack_200",
    successUrl: `${url}/billing`,
    cancelUrl: `${url}/billing`,
  });
  check(checkout.status === 200, `the checkout got status ${checkout.status}`);
  const page = new URL((await checkout.json()).url);
  const form = await (await fetch(page)).text();
  const action = /<form[^>]*action="([^"]+)"/.exec(form)?.[1];
  check(action, "the sandbox's checkout has no form");
  await fetch(new URL(action, page), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ action: "pay", email: DEMO.email }),
  });
  await until(`the pack's ${PACK_CREDITS} credits`, WEBHOOK_MAX_MS, async () => {
    return (await browser.balance()) === before + PACK_CREDITS;
  });

  const chat = await browser.post("/api/chat/stream", { message: "What floats on water?" });
  const events = await chat.text();
  check(events.includes('"type":"done"'), `the chat did not end well: ${events.slice(-500)}`);
  check((await browser.balance()) === before + PACK_CREDITS - CHAT_CREDITS, "the chat did not cost 10 credits");
}

/** @param {string} how @param {Awaited<ReturnType<typeof start>>} service @param {() => void} signal */
async function stop(how, service, signal) {
  signal();
  await until(`${how} ends npm`, STOP_MAX_MS, () => Promise.race([service.exited, sleep(POLL_INTERVAL_MS, false)]));
  await until(`${how} leaves no process (${processesLeft().join(", ")})`, STOP_MAX_MS, () => {
    return processesLeft().length === 0;
  });
  console.log(`✓ ${how} leaves no process`);
}

async function tryCommands() {
  for (const command of COMMANDS_WITH_DATABASE) {
    // As on a new clone after the installation.
    rmSync(path.join(root, "prisma/generated"), { recursive: true, force: true });
    const child = spawn(path.join(root, "node_modules/.bin/pnpm"), ["run", command], {
      cwd: root,
      env: environment({ NODE_ENV: "production", DATABASE_URL: "" }),
      timeout: COMMAND_MAX_MS,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    check(code === 1 && /DATABASE_URL/.test(output), `pnpm ${command} without a database, exit ${code}:\n${output}`);
  }
  console.log(`✓ ${COMMANDS_WITH_DATABASE.join(", ")}: run on a fresh installation and ask for DATABASE_URL`);
}

try {
  const first = await start(FIRST_START_MAX_MS);
  console.log(`✓ npm start serves after ${first.seconds.toFixed(0)} s`);
  await useAsCustomer(first.url);
  console.log("✓ signed in, bought the pack, chatted");
  await stop("SIGTERM to npm", first, () => process.kill(first.pid, "SIGTERM"));
  const second = await start(NEXT_START_MAX_MS);
  console.log(`✓ the second npm start serves after ${second.seconds.toFixed(0)} s`);
  await stop("Ctrl-C", second, () => process.kill(-second.pid, "SIGINT"));
  const third = await start(NEXT_START_MAX_MS);
  await stop("SIGKILL to npm", third, () => process.kill(third.pid, "SIGKILL"));
  const fourth = await start(NEXT_START_MAX_MS, "dev");
  console.log(`✓ npm run dev serves after ${fourth.seconds.toFixed(0)} s`);
  await stop("SIGTERM to npm run dev", fourth, () => process.kill(fourth.pid, "SIGTERM"));
  await tryCommands();
} catch (error) {
  console.log(`✗ first start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  for (const pid of processesLeft()) process.kill(Number(pid), "SIGKILL");
  rmSync(home, { recursive: true, force: true });
}
