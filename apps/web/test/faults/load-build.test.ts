import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../../../scripts/test/start-service";

/** Made by `pnpm build`: only it loads code from files while it runs. */
const BUILD = path.join(import.meta.dirname, "../../build/server");
/** Next to it, so that it finds the built client too. */
const COPY = `${BUILD}-${randomUUID()}`;
const DESCRIPTORS = 256;

let database: TestDatabase;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(COPY, { recursive: true, force: true });
});
afterAll(async () => {
  await database.drop();
});

/** A process that may open few files, once it is ready. Rejects with what it printed when it ends instead. */
async function startProcess(port: number, build: string): Promise<number> {
  const command = `ulimit -n ${DESCRIPTORS}; exec "$0" "$1"`;
  const started = spawn("bash", ["-c", command, process.execPath, path.join(build, "index.js")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: database.url,
      AUTH_SECRET: "a secret of thirty-two characters",
      WORKER: "off",
    },
  });
  child = started;
  let errors = "";
  started.stderr.on("data", (text) => {
    errors += text;
  });
  await new Promise<void>((resolve, reject) => {
    started.stdout.on("data", (lines) => String(lines).includes('"msg":"ready"') && resolve());
    started.once("close", () => reject(new Error(errors)));
  });
  return started.pid ?? 0;
}

const isBuilt = existsSync(BUILD);

describe.runIf(isLongRun && isBuilt)("a build whose folder has files of an earlier one", () => {
  it("starts and does not load them", async () => {
    cpSync(BUILD, COPY, { recursive: true });
    writeFileSync(path.join(COPY, "earlier.js"), 'throw new Error("an earlier build was loaded");');
    await startProcess(await findFreePort(), COPY);
  });
});

describe.skipIf(!isBuilt)("a process in whose place a new build was put, before it is started again", () => {
  it("serves pages and chats that nobody has opened since its start", async () => {
    cpSync(BUILD, COPY, { recursive: true });
    const port = await findFreePort();
    await startProcess(port, COPY);
    rmSync(COPY, { recursive: true });
    const statusOf = async (page: string, init: RequestInit = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${page}`, init);
      await response.text();
      return response.status;
    };
    expect(await statusOf("/terms")).toBe(200);
    expect(await statusOf("/api/chat/stream", { method: "POST" })).toBe(401);
  });
});

describe.runIf(isLongRun && isBuilt && process.platform === "linux")(
  "a process that had no file descriptors left",
  () => {
    it("serves pages once it has some again", async () => {
      const port = await findFreePort();
      const pid = await startProcess(port, BUILD);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const statusOf = (page: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const onResponse = (response: IncomingMessage) => {
            response.resume().once("end", () => resolve(response.statusCode));
          };
          get({ port, path: page, agent }, onResponse).once("error", reject);
        });
      expect(await statusOf("/healthz")).toBe(200);
      const idle = Array.from({ length: DESCRIPTORS }, () => connect(port, "127.0.0.1").on("error", () => undefined));
      await expect.poll(() => readdirSync(`/proc/${pid}/fd`).length).toBeGreaterThanOrEqual(DESCRIPTORS - 1);
      // Over the connection from before. Its status is of no interest: everything else that it needs may be out of reach.
      await statusOf("/terms");
      for (const socket of idle) socket.destroy();
      await expect.poll(() => readdirSync(`/proc/${pid}/fd`).length).toBeLessThan(DESCRIPTORS / 2);
      expect(await statusOf("/terms")).toBe(200);
      agent.destroy();
    });
  },
);
