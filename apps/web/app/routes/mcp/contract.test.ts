import { randomUUID } from "node:crypto";
import { settleVideoTask } from "@app/sandbox/generation/generation-state";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { VIDEO_MANUAL } from "@app/sandbox/testing/test-sandbox";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Agent, fetch as undiciFetch } from "undici";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "~/server/http/create-app.server";
import { startServer } from "~/server/http/start-server.server";
import { ApiClient, type SignedInUser, signedInUser } from "../../../test/api-client";
import { createTestHandler, useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

const app = useTestApp({
  env: { RATE_LIMITS: "on", RATE_LIMIT_API_KEY: "1000/1m" },
  sandbox: { videoTiming: VIDEO_MANUAL },
});
const SIX_MINUTES_MS = 6 * 60_000;
const PICTURE = "https://pictures.example/boat.png";

// Not the global one, which the tests intercept: an intercepted stream cannot be canceled.
const ownFetch = undiciFetch as unknown as typeof fetch;

let owner: SignedInUser;
let key: string;
beforeAll(async () => {
  owner = await signedInUser(app, { credits: 10_000 });
  key = await createKey();
});
afterEach(async () => {
  app.sandbox.faults.clear();
  app.setNow(null);
  expect((await verifyLedger(app.db)).differences).toEqual([]);
});

async function createKey(input: object = {}): Promise<string> {
  const { body } = await owner.client.post("/api/keys", { name: "Agent", ...input });
  return String(body["key"]);
}

async function connect(apiKey = key): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
    fetch: ownFetch,
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
  });
  // Its type does not fit exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  onTestFinished(() => client.close());
  return client;
}

const call = async (client: Client, name: string, args: object = {}) =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
const balance = async () => (await readAccount(app, owner.id)).credits;

describe("the SDK's client", () => {
  it("learns the tools, their prices and their inputs", async () => {
    const client = await connect();
    expect(client.getInstructions()).toContain("idempotencyKey");
    const { tools } = await client.listTools();
    const priceOf = (name: string) => tools.find((tool) => tool.name === name)?.description;
    expect(tools.map(({ name }) => name)).toEqual([
      "chat",
      "generate_image",
      "generate_video",
      "get_video",
      "get_balance",
    ]);
    expect(priceOf("chat")).toContain("Costs 10 credits");
    expect(priceOf("generate_image")).toContain("Costs 20 credits");
    expect(priceOf("generate_video")).toContain("Costs 50 credits");
    expect(priceOf("get_video")).toContain("Free");
    expect(priceOf("get_balance")).toContain("Free");
    expect(tools[1]?.inputSchema).toMatchObject({
      type: "object",
      properties: { prompt: { type: "string" }, imageUrl: { type: "string" }, size: {}, idempotencyKey: {} },
      required: ["prompt", "imageUrl"],
    });
    expect(tools[2]?.inputSchema.required ?? []).toEqual([]);
  });

  it("takes an inline picture and an idempotencyKey as the tools describe them", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools[1]?.inputSchema.properties).toMatchObject({
      imageUrl: { description: expect.stringContaining("at most 700 kB") },
      idempotencyKey: { description: expect.stringContaining("visible ASCII characters without spaces") },
    });
    const inline = Buffer.concat([await sampleImage("a boat"), Buffer.alloc(700_000)]).subarray(0, 700_000);
    const result = await call(client, "generate_image", {
      prompt: "a boat",
      imageUrl: `data:image/png;base64,${inline.toString("base64")}`,
      idempotencyKey: randomUUID(),
    });
    expect(result.isError).toBeUndefined();
  });

  it("reads the balance and the prices", async () => {
    const result = await call(await connect(), "get_balance");
    expect(result.structuredContent).toEqual({
      credits: await balance(),
      planKey: "free",
      prices: { chat: 10, image: 20, video: 50 },
    });
  });

  it("chats, with instructions for the model, for one chat", async () => {
    const before = await balance();
    const result = await call(await connect(), "chat", { message: "Hello there", system: "Be brief" });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([{ type: "text", text: expect.stringContaining("> Hello there") }]);
    expect(await balance()).toBe(before - 10);
    const sent = app.sandbox.requests.filter(({ path }) => path.endsWith("/chat/completions")).at(-1);
    expect(JSON.parse(sent?.body ?? "").messages).toEqual([
      { role: "system", content: "Be brief" },
      { role: "user", content: "Hello there" },
    ]);
  });

  it("generates an image", async () => {
    const before = await balance();
    const result = await call(await connect(), "generate_image", { prompt: "a boat", imageUrl: PICTURE, size: "2K" });
    const url = expect.stringMatching(/^https?:/);
    expect(result.structuredContent).toMatchObject({ url, remainingCredits: before - 20 });
    expect(result.content[1]).toMatchObject({ type: "resource_link", uri: url });
    expect(await balance()).toBe(before - 20);
  });

  it("starts a video and follows it to its end, also for more than five minutes", async () => {
    const before = await balance();
    const client = await connect();
    const started = await call(client, "generate_video", { prompt: "a boat leaves" });
    expect(started.structuredContent).toMatchObject({ status: "processing", remainingCredits: before - 50 });
    const { taskId, historyId } = started.structuredContent as { taskId: string; historyId: string };
    const look = () => call(client, "get_video", { taskId, historyId });
    app.setNow(new Date(Date.now() + SIX_MINUTES_MS));
    expect((await look()).structuredContent).toMatchObject({ status: "processing" });
    settleVideoTask(app.sandbox.generation, taskId, "succeeded");
    expect((await look()).structuredContent).toMatchObject({
      status: "completed",
      videoUrl: expect.stringMatching(/^https?:/),
    });
    expect(await balance()).toBe(before - 50);
  });

  it("pays once for a call that it repeats with its idempotencyKey", async () => {
    const before = await balance();
    const client = await connect();
    const args = { prompt: "a repeated boat", imageUrl: PICTURE, idempotencyKey: "boat-1" };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => call(client, "generate_image", args)));
    for (const other of others) expect(other).toEqual(first);
    expect(await balance()).toBe(before - 20);
    const conflict = await call(client, "generate_image", { ...args, prompt: "another boat" });
    expect(conflict).toMatchObject({
      isError: true,
      structuredContent: { error: expect.stringContaining("already used") },
    });
  });
});

describe("errors that the agent reads", () => {
  it("names invalid arguments, and charges nothing", async () => {
    const before = await balance();
    const client = await connect();
    const results = [
      await call(client, "generate_image", { prompt: "a boat" }),
      await call(client, "generate_video", {}),
      await call(client, "chat", { message: " " }),
      await call(client, "chat", { message: "Hello", idempotencyKey: "with space" }),
      await call(client, "get_video", { taskId: "none", historyId: "none" }),
      await call(client, "unknown_tool"),
    ];
    const texts = ["Reference image is required", "Either prompt or imageUrl is required", "message is required"];
    texts.push("Idempotency-Key must be", "Not found", "unknown_tool not found");
    for (const [index, text] of texts.entries())
      expect(results[index]).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(text) }] });
    expect(await balance()).toBe(before);
  });

  it("reports the balance when credits or the key's limit run out", async () => {
    const limited = await connect(await createKey({ creditLimit: 15 }));
    expect((await call(limited, "chat", { message: "Hello" })).isError).toBeUndefined();
    expect(await call(limited, "chat", { message: "Hello" })).toMatchObject({
      isError: true,
      structuredContent: { error: "API key credit limit reached", remainingCredits: await balance() },
    });
  });

  it("says what a failed chat cost", async () => {
    app.sandbox.faults.set("chat", { kind: "status", status: 500 });
    const result = await call(await connect(), "chat", { message: "Hello" });
    const failure = { error: "The generation backend failed", creditsCharged: 10 };
    expect(result).toMatchObject({ isError: true, structuredContent: failure });
    expect(result.content).toEqual([{ type: "text", text: expect.stringContaining(failure.error) }]);
  });

  it("says when to try again", async () => {
    const busy = await signedInUser(app, { credits: 100 });
    const { body } = await busy.client.post("/api/keys", { name: "Agent" });
    const inAnHour = new Date(Date.now() + 3_600_000);
    await app.db.$executeRaw`
      INSERT INTO running_generations ("userId", holders, "endsAt")
      SELECT ${busy.id}, jsonb_object_agg(id::text, ${inAnHour.getTime()}::bigint), ${inAnHour}::timestamptz
      FROM generate_series(1, 1000) AS id`;
    expect(await call(await connect(String(body["key"])), "chat", { message: "Hello" })).toMatchObject({
      isError: true,
      structuredContent: { error: "Too many generations at once", retryAfterSeconds: 10 },
    });
  });

  it("refuses a tool without its scope", async () => {
    const client = await connect(await createKey({ scopes: ["read"] }));
    expect((await call(client, "get_balance")).isError).toBeUndefined();
    const calls = {
      chat: { message: "Hi" },
      generate_image: { prompt: "a", imageUrl: PICTURE },
      generate_video: { prompt: "a" },
    };
    for (const [name, args] of Object.entries(calls))
      expect(await call(client, name, args)).toMatchObject({
        isError: true,
        structuredContent: { error: `API key lacks scope: ${name.replace("generate_", "")}` },
      });
  });
});

describe("over HTTP", () => {
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const ACCEPT = { accept: "application/json, text/event-stream" };
  const post = (json: unknown, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
    new ApiClient(app).post("/mcp", json, { ...ACCEPT, ...headers });

  it("401 without a key, for a session and for an unknown key", async () => {
    const refused = { status: 401, body: { jsonrpc: "2.0", error: { message: "Unauthorized" }, id: null } };
    const none = await post(LIST, {});
    expect(none).toMatchObject(refused);
    expect(none.headers.get("www-authenticate")).toBe("Bearer");
    expect(await owner.client.post("/mcp", LIST, ACCEPT)).toMatchObject(refused);
    expect(await post(LIST, { authorization: `Bearer gm_${"x".repeat(43)}` })).toMatchObject(refused);
  });

  it("405 for other methods", async () => {
    const response = await new ApiClient(app).get("/mcp", { authorization: `Bearer ${key}`, ...ACCEPT });
    expect(response).toMatchObject({ status: 405, body: { error: "Method not allowed" } });
    expect(response.headers.get("allow")).toBe("POST");
  });

  it("400 for what is no JSON, no message, or several messages", async () => {
    const text = await new ApiClient(app).postText("/mcp", "{", { authorization: `Bearer ${key}`, ...ACCEPT });
    expect(text).toMatchObject({ status: 400, body: { jsonrpc: "2.0" } });
    expect(await post({ hello: "there" })).toMatchObject({ status: 400, body: { jsonrpc: "2.0" } });
    expect(await post([LIST, LIST])).toMatchObject({
      status: 400,
      body: { error: { message: "Send one message per request" } },
    });
  });

  const imageCall = (prompt: string, id = 1) => ({
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...ACCEPT },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "generate_image", arguments: { prompt, imageUrl: PICTURE, idempotencyKey: prompt } },
    }),
  });

  /** The headers of the stream come before the tool ends. */
  async function callAndLeave(url: string, prompt: string): Promise<void> {
    const dispatcher = new Agent();
    await undiciFetch(`${url}/mcp`, { ...imageCall(prompt), dispatcher });
    await dispatcher.destroy();
  }

  it("goes on with what is paid for when the client leaves, and keeps its result", async () => {
    const before = await balance();
    await callAndLeave(app.url, "left-1");
    const repeated = await (await ownFetch(`${app.url}/mcp`, imageCall("left-1", 2))).text();
    expect(repeated).toContain(`"remainingCredits":${before - 20}`);
    expect(await balance()).toBe(before - 20);
  });

  it("ends it before its process stops", async () => {
    const env = { ...app.deps.env, STOP_GRACE_SECONDS: 20 };
    const server = await startServer(createApp(app.deps, createTestHandler({}), null).fetch, { ...app.deps, env });
    app.sandbox.faults.setLatency("image", 500);
    await callAndLeave(`http://127.0.0.1:${server.port}`, "left-2");
    const read = () => app.db.generationHistory.findFirst({ where: { prompt: "left-2" } });
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: "processing" }), { timeout: 20_000 });
    await server.stop();
    expect(await read()).toMatchObject({ status: "completed" });
  });
});

describe("idempotencyKey", () => {
  it.each(["", " ", "with space"])("is refused before the charge when it is %j", async (idempotencyKey) => {
    const before = (await readAccount(app, owner.id)).credits;
    const params = { name: "generate_image", arguments: { prompt: "a boat", imageUrl: PICTURE, idempotencyKey } };
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    const { body } = await new ApiClient(app).post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      headers,
    );
    expect(String(body)).toContain("Idempotency-Key must be");
    expect((await readAccount(app, owner.id)).credits).toBe(before);
  });
});
