import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

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
afterEach(() => {
  child?.kill("SIGKILL");
});
afterAll(async () => {
  silent.close();
  await database.drop();
});

/** A process that is ready for requests, while its worker waits for the database. */
async function startProcess() {
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
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  return { started: child, socket, url, exited };
}

describe.runIf(isLongRun && existsSync(BUILD))("a process whose worker still starts", () => {
  it("lets requests end when it is stopped, and exits with 0", async () => {
    const { started, socket, url, exited } = await startProcess();
    started.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    socket.destroy();
    expect(await exited).toEqual([0, null]);
  });

  it("lets requests end when the worker cannot start, and exits with 1", async () => {
    const { socket, url, exited } = await startProcess();
    const slow = request(`${url}/api/auth/sign-up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    const responded = once(slow, "response");
    slow.write("{");
    await fetch(`${url}/healthz`);
    socket.destroy();
    // Refused once it no longer takes new requests.
    await expect
      .poll(() =>
        fetch(url, { redirect: "manual" }).then(
          () => "served",
          () => "refused",
        ),
      )
      .toBe("refused");
    slow.end("}");
    const [response] = (await responded) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.resume();
    expect(await exited).toEqual([1, null]);
  });
});

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
