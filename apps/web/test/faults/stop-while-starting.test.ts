import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Made by `pnpm build`: only it is a process with its own signals. */
const BUILD = path.join(import.meta.dirname, "../../build/server/index.js");

let database: TestDatabase;
/** Takes connections of the job queue and says nothing, as a database behind a broken network does. */
let silent: Server;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  silent = createServer();
  await listen(silent);
});
afterAll(async () => {
  child?.kill("SIGKILL");
  silent.close();
  await database.drop();
});

it.skipIf(!existsSync(BUILD))(
  "a process that is stopped while its worker still starts lets requests end, and exits with 0",
  async () => {
    const connected = once(silent, "connection");
    const port = await findFreePort();
    child = spawn(process.execPath, [BUILD], {
      stdio: "ignore",
      env: {
        ...process.env,
        NODE_ENV: "test",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATABASE_URL: database.directUrl,
        DATABASE_DIRECT_URL: `postgresql://me:secret@127.0.0.1:${portOf(silent)}/app`,
        AUTH_SECRET: "a secret of thirty-two characters",
        STOP_DELAY_SECONDS: "1",
        WORKER: "inline",
      },
    });
    const exited = once(child, "exit");
    const [socket] = (await connected) as [Socket];
    const url = `http://127.0.0.1:${port}/readyz`;
    expect((await fetch(url)).status).toBe(200);
    child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(url)).status).toBe(503);
    socket.destroy();
    expect(await exited).toEqual([0, null]);
  },
);

async function findFreePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  server.close();
  return port;
}

async function listen(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
