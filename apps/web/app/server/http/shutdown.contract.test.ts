import { createDb } from "@app/db/client/db";
import { expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { createApp } from "./create-app.server";
import { startServer } from "./start-server.server";

const app = useTestApp();
/** Long enough for a response that begins during the delay to be seen. */
const DELAY_SECONDS = 1;

it("/readyz and /healthz respond 200", async () => {
  const client = new ApiClient(app);
  expect(await client.get("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  const checks = { database: "ok", migrations: "ok" };
  expect(await client.get("/readyz")).toMatchObject({ status: 200, body: { status: "ready", checks } });
});

it("without a database /readyz responds 503, and /healthz still 200", async () => {
  const db = createDb("postgresql://nobody@127.0.0.1:1/nothing");
  const deps = { ...app.deps, service: { ...app.deps.service, db } };
  const unreachable = createApp(deps, () => Promise.reject(new Error("not asked")), null);
  expect((await unreachable.request("/healthz")).status).toBe(200);
  const response = await unreachable.request("/readyz");
  expect(response.status).toBe(503);
  const checks = { database: "unreachable", migrations: "unknown" };
  expect(await response.json()).toEqual({ status: "unavailable", checks });
  await db.$disconnect();
});

it("a stopping process reports it, goes on serving for the delay, and waits for a running response", async () => {
  let isStopping = false;
  const respond = withResolvers();
  const arrived = withResolvers();
  const handle = async () => {
    arrived.resolve();
    await respond.promise;
    return new Response("complete");
  };
  const server = await startServer(createApp(app.deps, handle, null, () => isStopping).fetch, app.deps);
  const url = `http://127.0.0.1:${server.port}`;
  const running = fetch(`${url}/slow`);
  await arrived.promise;

  isStopping = true;
  let hasStopped = false;
  const stopped = server.stop(DELAY_SECONDS).then(() => {
    hasStopped = true;
  });
  const probe = await fetch(`${url}/readyz`);
  expect(probe.status).toBe(503);
  expect(probe.headers.get("connection")).toBe("close");
  expect(await probe.json()).toMatchObject({ status: "unavailable", checks: { database: "ok" } });
  expect(hasStopped).toBe(false);
  respond.resolve();
  expect(await (await running).text()).toBe("complete");
  await stopped;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
