import { afterAll, expect, test } from "vitest";
import { query, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { chat, openChat } from "../../../test/chat-stream";
import { startTraceCollector } from "../../../test/trace-collector";
import { waitUntil } from "../../../test/wait-until";

const collector = await startTraceCollector();
// The SDK's own variable: how long spans wait to be sent together.
process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50";
const lines: Record<string, unknown>[] = [];
const app = useTestApp({
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: "info" },
  logTo: { write: (line) => lines.push(JSON.parse(line)) },
});
afterAll(async () => {
  delete process.env["OTEL_BSP_SCHEDULE_DELAY"];
  await collector.stop();
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

test("a chat is one trace: request, use case, SQL and upstream", async () => {
  const { client } = await signedInUser(app, { credits: 30 });
  const secret = "a prompt that nobody else may read";
  const { response } = await chat(client, { message: secret });
  const traceId = response.headers.get("x-request-id") ?? "";
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const root = "POST /api/chat/stream";
  await waitUntil("the spans have arrived", async () => spansOf(traceId).some(({ name }) => name === root));

  const paths = spansOf(traceId).map((span) => collector.ancestors(span).join(" < "));
  expect(paths).toContain(`sql WITH < streamChatOnce < ${root}`);
  expect(paths).toContain(`chat.stream < runTurn < ${root}`);
  expect(paths).toContain(`sql WITH < runTurn < ${root}`);
  expect(paths.every((path) => path.endsWith(root))).toBe(true);
  expect(collector.text()).not.toContain(secret);
  expect(collector.text()).toContain("$1");
  expect(lines.find(({ msg, path }) => msg === "request" && path === "/api/chat/stream")).toMatchObject({ traceId });
});

test("a procedure continues the caller's trace", async () => {
  const { client } = await signedInUser(app);
  const traced = Object.assign(Object.create(client), {
    fetch: (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("traceparent", `00-${TRACE}-${CALLER}-01`);
      return client.fetch(path, { ...init, headers });
    },
  });
  await query(traced, "account.overview");
  await waitUntil("the spans have arrived", async () =>
    spansOf(TRACE).some(({ parentSpanId }) => parentSpanId === CALLER),
  );
  const paths = spansOf(TRACE).map((span) => collector.ancestors(span).join(" < "));
  expect(paths).toContain("trpc account.overview < GET /api/trpc/*");
});

test("charges that share a statement keep their own traces", async () => {
  const { client } = await signedInUser(app, { credits: 100 });
  const responses = await Promise.all([1, 2, 3, 4].map(() => openChat(client, { message: "Hello" })));
  await Promise.all(responses.map((response) => response.text()));
  const ids = responses.map((response) => response.headers.get("x-request-id") ?? "");
  expect(new Set(ids).size).toBe(4);
  await waitUntil("the spans have arrived", async () =>
    ids.every((id) => spansOf(id).some(({ name }) => name === "POST /api/chat/stream")),
  );
  for (const id of ids) expect(spansOf(id).map(({ name }) => name)).toContain("chat.stream");
});
