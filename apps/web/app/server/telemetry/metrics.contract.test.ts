import { expect, test } from "vitest";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { chat } from "../../../test/chat-stream";
import { increments, readSamples, scrape } from "../../../test/metrics";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";
import { createDeps } from "../composition-root.server";
import { startTelemetry } from "./telemetry.server";

const app = useTestApp({ metrics: true });

const COUNTED = [
  "genmint_credits",
  "genmint_spends",
  "genmint_generations",
  "genmint_webhook",
  "genmint_checkouts",
  "genmint_upstream_duration_seconds_count",
  "http_request_duration_seconds_count",
];

test("a paid chat", async () => {
  const { client } = await signedInUser(app, { credits: 30 });
  expect(await increments(app, COUNTED, () => chat(client, { message: "Hello" }))).toEqual({
    'genmint_credits_spent_total{reason="chat_usage"}': 10,
    'genmint_generations_total{type="chat",status="completed"}': 1,
    'genmint_upstream_duration_seconds_count{service="chat",outcome="ok"}': 1,
    'http_request_duration_seconds_count{method="POST",route="/api/chat/stream",status="200"}': 1,
  });
});

test("chats that share a statement are counted one by one", async () => {
  const { client } = await signedInUser(app, { credits: 35 });
  const send = () => client.post("/api/chat/stream", { message: "Hello" });
  const added = await increments(app, ["genmint_credits", "genmint_spends"], () =>
    Promise.all([1, 2, 3, 4, 5].map(send)),
  );
  expect(added).toEqual({
    'genmint_credits_spent_total{reason="chat_usage"}': 30,
    'genmint_spends_refused_total{reason="chat_usage"}': 2,
  });
});

test("a refused spend", async () => {
  const { client } = await signedInUser(app, { credits: 5 });
  const send = () =>
    client.post("/api/image/generate", { prompt: "a boat", imageUrl: "https://pictures.example/a.png" });
  expect(await increments(app, COUNTED, send)).toEqual({
    'genmint_spends_refused_total{reason="image_generation"}': 1,
    'http_request_duration_seconds_count{method="POST",route="/api/image/generate",status="402"}': 1,
  });
});

test("a purchase, its repetition, and a delivery with a wrong signature", async () => {
  const { id } = await signedInUser(app);
  const event = purchaseEvent({ userId: id, key: "pack_200" });
  const route = "/api/payments/:provider/webhook";
  expect(await increments(app, COUNTED, () => sendWebhook(app, event))).toEqual({
    'genmint_credits_granted_total{reason="one_time_pack"}': 200,
    'genmint_webhook_events_total{outcome="granted"}': 1,
    [`http_request_duration_seconds_count{method="POST",route="${route}",status="200"}`]: 1,
  });
  expect(await increments(app, ["genmint"], () => sendWebhook(app, event))).toMatchObject({
    'genmint_webhook_events_total{outcome="duplicate"}': 1,
  });
  const forged = () =>
    new ApiClient(app).post("/api/payments/provider/webhook", event, { "provider-signature": "0".repeat(64) });
  expect(await increments(app, COUNTED, forged)).toEqual({
    'genmint_webhook_events_total{outcome="invalid_signature"}': 1,
    [`http_request_duration_seconds_count{method="POST",route="${route}",status="400"}`]: 1,
  });
  expect(await increments(app, ["genmint_webhook"], () => sendWebhook(app, { eventType: "x" }))).toEqual({
    'genmint_webhook_events_total{outcome="rejected"}': 1,
  });
});

test("credits given and taken by an administrator, for a reason of their own", async () => {
  const { id } = await signedInUser(app, { credits: 50 });
  const admin = await signedInUser(app, { role: "admin" });
  const adjust = (amount: number, reason: string) =>
    admin.client.post(`/api/admin/users/${id}/credits`, { amount, reason });
  expect(await increments(app, ["genmint_credits"], () => adjust(7, "won a raffle"))).toEqual({
    'genmint_credits_granted_total{reason="other"}': 7,
  });
  expect(await increments(app, ["genmint_credits"], () => adjust(-7, "compensation"))).toEqual({});
});

test("a checkout", async () => {
  const { client } = await signedInUser(app);
  const open = () => client.post("/api/payments/provider/checkout", { key: "pack_200" });
  expect(await increments(app, ["genmint_checkouts", "genmint_upstream_duration_seconds_count"], open)).toEqual({
    genmint_checkouts_total: 1,
    'genmint_upstream_duration_seconds_count{service="payment",outcome="ok"}': 1,
  });
});

test("work that waits, the pool and the event loop can be read", async () => {
  const samples = await scrape(app);
  expect(samples.get("genmint_due_schedules")).toBe(0);
  expect(samples.get("genmint_jobs_waiting")).toBeGreaterThanOrEqual(0);
  expect(samples.get("genmint_open_streams")).toBe(0);
  expect(samples.get('genmint_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(samples.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
});

test("1,000 paths that nobody has are one route", async () => {
  const client = new ApiClient(app);
  const before = (await scrape(app)).size;
  const verbs = ["GET", "POST", "PUT", "DELETE"];
  for (let batch = 0; batch < 50; batch += 1)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.fetch(`/${index % 2 === 0 ? "api/" : ""}${crypto.randomUUID()}`, { method: verbs[index % 4] as string }),
      ),
    );
  const samples = await scrape(app);
  const routes = new Set([...samples.keys()].flatMap((name) => /route="([^"]*)"/.exec(name)?.[1] ?? []));
  expect([...routes].every((route) => route === "other" || route.startsWith("/api/"))).toBe(true);
  // Each pair of method and status is a histogram of 15 samples.
  expect(samples.size - before).toBeLessThan(15 * 12);
});

test("only GET /metrics is served, and not at the public port", async () => {
  expect((await fetch(app.metricsUrl.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(app.metricsUrl, { method: "POST", body: "x" })).status).toBe(404);
  expect((await fetch(app.metricsUrl)).headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect((await fetch(`${app.url}/metrics`)).status).not.toBe(200);
});

test("a scrape answers while the database is down", async () => {
  const telemetry = await startTelemetry({
    HOST: "127.0.0.1",
    METRICS_PORT: 0,
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  });
  // Nobody listens on port 1.
  const deps = createDeps({ ...app.deps.env, DATABASE_URL: "postgresql://a:b@127.0.0.1:1/c" }, undefined, telemetry);
  const response = await fetch(`http://127.0.0.1:${await deps.serveMetrics()}/metrics`);
  const samples = readSamples(await response.text());
  await deps.close();
  expect(response.status).toBe(200);
  expect(samples.get("genmint_due_schedules")).toBeNaN();
  expect(samples.get("genmint_open_streams")).toBe(0);
});
