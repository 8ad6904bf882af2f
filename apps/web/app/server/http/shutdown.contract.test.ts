import { createDb } from "@app/db/client/db";
import { expect, it, vi } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { createApp } from "./create-app.server";
import { eventStream } from "./sse.server";
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

it.each(["request", "stream"])("a stopping process waits for a paid %s whose reader has left", async (kind) => {
  const [arrived, left, end] = [withResolvers(), withResolvers(), withResolvers()];
  const order: string[] = [];
  const work = async (readerLeft: AbortSignal) => {
    readerLeft.addEventListener("abort", left.resolve, { once: true });
    arrived.resolve();
    await end.promise;
    order.push("work ended");
  };
  const handle = async ({ signal }: Request) => {
    if (kind === "stream") return eventStream((_emit, readerLeft) => work(readerLeft));
    await work(signal);
    return new Response("complete");
  };
  const server = await startServer(createApp(app.deps, handle, null).fetch, app.deps);
  const url = `http://127.0.0.1:${server.port}`;
  const reader = new AbortController();
  const response = fetch(`${url}/paid`, { signal: reader.signal }).then(
    () => reader.abort(),
    () => undefined,
  );
  await arrived.promise;
  if (kind === "request") reader.abort();
  await Promise.all([response, left.promise]);

  const stopped = server.stop().then(() => order.push("stopped"));
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 20_000 });
  // A request to another server takes longer than a stop that waits for nothing.
  await new ApiClient(app).get("/readyz");
  end.resolve();
  await stopped;
  expect(order).toEqual(["work ended", "stopped"]);
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
