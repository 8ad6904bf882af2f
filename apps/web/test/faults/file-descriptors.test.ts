import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../../../scripts/test/start-service";

/** Made by `pnpm build`: only it loads code from files while it runs. */
const BUILD = path.join(import.meta.dirname, "../../build/server/index.js");
const DESCRIPTORS = 256;

let database: TestDatabase;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await database.drop();
});

/** A process that may open few files, once it is ready. */
async function startProcess(port: number): Promise<number> {
  const started = spawn("bash", ["-c", `ulimit -n ${DESCRIPTORS}; exec "$0" "$1"`, process.execPath, BUILD], {
    stdio: ["ignore", "pipe", "ignore"],
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
  await new Promise<void>((resolve) => {
    started.stdout.on("data", (lines) => String(lines).includes('"msg":"ready"') && resolve());
  });
  return started.pid ?? 0;
}

describe.skipIf(!existsSync(BUILD) || process.platform !== "linux")(
  "a process that had no file descriptors left",
  () => {
    it("serves pages once it has some again", async () => {
      const port = await findFreePort();
      const pid = await startProcess(port);
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
