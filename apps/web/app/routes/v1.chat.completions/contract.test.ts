import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { runMaintenance } from "@app/services/maintenance";
import { createParser } from "eventsource-parser";
import OpenAI, { APIError } from "openai";
import OpenAINewest, { APIError as APIErrorNewest } from "openai-newest";
import { fetch as undiciFetch } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const MODEL = "sandbox-text";
const HELLO = [{ role: "user" as const, content: "Hello there" }];
const PRICE = 10;

let owner: SignedInUser;
let key: string;
let keyId: string;
beforeAll(async () => {
  owner = await signedInUser(app, { credits: 100_000 });
  ({ key, id: keyId } = await createKey(owner));
});
afterEach(async () => expect((await verifyLedger(app.db)).differences).toEqual([]));
afterAll(() => app.setNow(null));

async function createKey(user: SignedInUser, input: object = {}): Promise<{ id: string; key: string }> {
  const { body } = await user.client.post("/api/keys", { name: "Test", ...input });
  return body as unknown as { id: string; key: string };
}

const post = (
  json: unknown,
  { apiKey = key, headers = {} }: { apiKey?: string; headers?: Record<string, string> } = {},
) => new ApiClient(app).post("/v1/chat/completions", json, { authorization: `Bearer ${apiKey}`, ...headers });
const creditsOf = async ({ id }: SignedInUser) => (await readAccount(app, id)).credits;
const lastRequest = () => app.sandbox.requests.filter(({ path }) => path.endsWith("/chat/completions")).at(-1)?.body;

// Not the global one, which the tests intercept: an intercepted stream cannot be canceled.
const ownFetch = undiciFetch as unknown as typeof fetch;

describe.each([
  ["6.49", OpenAI, APIError],
  ["newest", OpenAINewest, APIErrorNewest],
] as const)("the official client, %s", (_version, Client, ClientError) => {
  const client = (apiKey = key) => new Client({ baseURL: `${app.url}/v1`, apiKey, fetch: ownFetch }) as OpenAI;

  it("gets a whole response, charged once and named after the key", async () => {
    const before = await creditsOf(owner);
    const completion = await client().chat.completions.create({ model: MODEL, messages: HELLO });
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: "chat.completion",
      created: expect.closeTo(Date.now() / 1000, -2),
      model: MODEL,
      choices: [{ index: 0, message: { role: "assistant", refusal: null }, finish_reason: "stop" }],
      usage: { prompt_tokens: 2, completion_tokens: expect.any(Number), total_tokens: expect.any(Number) },
    });
    expect(completion.choices[0]?.message.content).toContain("> Hello there");
    expect(await creditsOf(owner)).toBe(before - PRICE);
    const id = completion.id.replace("chatcmpl-", "");
    expect(await app.db.creditLedger.findUnique({ where: { id } })).toMatchObject({
      delta: -PRICE,
      reason: "chat_usage",
      apiKeyId: keyId,
    });
    expect(await app.db.chatCompletion.findUnique({ where: { id } })).toMatchObject({ status: "completed" });
  });

  it("gets a stream with its usage", async () => {
    const stream = await client().chat.completions.create({
      model: MODEL,
      messages: HELLO,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: "assistant", content: "" });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
    expect(text).toContain("> Hello there");
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 2 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it("gets a stream without usage where it asks for none", async () => {
    const stream = await client().chat.completions.create({ model: MODEL, messages: HELLO, stream: true });
    for await (const chunk of stream) expect(chunk).not.toHaveProperty("usage");
  });

  it("lists and gets the model", async () => {
    const models = await client().models.list();
    expect(models.data).toEqual([{ id: MODEL, object: "model", created: 0, owned_by: "genmint", credits: 10 }]);
    expect(await client().models.retrieve(MODEL)).toMatchObject({ id: MODEL });
    await expect(client().models.retrieve("other")).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  it("understands the errors", async () => {
    const create = (apiKey: string) => client(apiKey).chat.completions.create({ model: MODEL, messages: HELLO });
    await expect(create("sk-foreign")).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
    await expect(create("gm_unknown")).rejects.toBeInstanceOf(ClientError);
    const poor = await createKey(await signedInUser(app, { credits: PRICE - 1 }));
    await expect(create(poor.key)).rejects.toMatchObject({ status: 402, code: "insufficient_quota" });
    const limited = await createKey(owner, { creditLimit: 1 });
    await expect(create(limited.key)).rejects.toMatchObject({
      status: 402,
      error: { message: "API key credit limit reached", type: "insufficient_quota", code: "insufficient_quota" },
    });
  });

  it("does not repeat a failed request that was charged", async () => {
    const before = await creditsOf(owner);
    const failing = [{ role: "user" as const, content: "[fail]" }];
    await expect(client().chat.completions.create({ model: MODEL, messages: failing })).rejects.toMatchObject({
      status: 500,
      error: { message: expect.any(String), type: "server_error", code: "server_error" },
    });
    expect(await creditsOf(owner)).toBe(before - PRICE);
  });

  it("throws when a stream fails in its middle", async () => {
    const messages = [{ role: "user" as const, content: "[error]" }];
    const stream = await client().chat.completions.create({ model: MODEL, messages, stream: true });
    const read = async () => {
      for await (const _chunk of stream);
    };
    await expect(read()).rejects.toThrow();
  });
});

describe("other readers", () => {
  it("server-sent events end with [DONE]", async () => {
    const response = await fetch(`${app.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: MODEL, messages: HELLO, stream: true }),
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => events.push(data) });
    parser.feed(await response.text());
    expect(events.at(-1)).toBe("[DONE]");
    expect(events.slice(0, -1).map((data) => JSON.parse(data).object)).toEqual(
      events.slice(0, -1).map(() => "chat.completion.chunk"),
    );
  });
});

describe("what is passed on", () => {
  it("system messages, several turns, text parts and parameters; unknown fields are not", async () => {
    const messages = [
      { role: "developer", content: "Be brief" },
      { role: "user", content: "One" },
      { role: "assistant", content: "1" },
      {
        role: "user",
        content: [
          { type: "text", text: "Two" },
          { type: "text", text: "?" },
        ],
        name: "ignored",
      },
    ];
    const parameters = { temperature: 0.1, top_p: 0.5, stop: ["END"], seed: 7, presence_penalty: 1, max_tokens: 9_999 };
    const { status } = await post({ model: MODEL, messages, ...parameters, user: "someone", metadata: { a: 1 } });
    expect(status).toBe(200);
    expect(JSON.parse(lastRequest() ?? "")).toEqual({
      model: MODEL,
      messages: [
        { role: "system", content: "Be brief" },
        { role: "user", content: "One" },
        { role: "assistant", content: "1" },
        { role: "user", content: "Two?" },
      ],
      ...parameters,
      max_tokens: 2_048,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("no empty list of stops, which backends refuse after the charge", async () => {
    expect(await post({ model: MODEL, messages: HELLO, stop: [] })).toMatchObject({ status: 200 });
    expect(JSON.parse(lastRequest() ?? "")).not.toHaveProperty("stop");
  });

  it("a response that the token limit cuts says so", async () => {
    const { body } = await post({ model: MODEL, messages: HELLO, max_completion_tokens: 3 });
    expect(body["choices"]).toMatchObject([{ finish_reason: "length" }]);
  });
});

describe("400", () => {
  const valid = { model: MODEL, messages: HELLO };
  it.each([
    [{ ...valid, model: "gpt-9" }, 'model must be "sandbox-text": see GET /v1/models'],
    [{ model: MODEL }, "messages must be a list of messages"],
    [{ ...valid, messages: [] }, "messages must not be empty"],
    [{ ...valid, messages: [{ role: "system", content: "x" }] }, "messages must hold a message of the user"],
    [{ ...valid, messages: [{ role: "user", content: [] }] }, "messages must hold a message of the user"],
    [{ ...valid, messages: [{ role: "user", content: " \n" }] }, "messages must hold a message of the user"],
    [
      { ...valid, messages: [{ role: "tool", content: "x" }] },
      "role must be one of system, developer, user, assistant",
    ],
    [
      { ...valid, messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }] },
      "content must be a text, or a list of text parts: pictures and audio are not supported",
    ],
    [
      { ...valid, messages: [{ role: "user", content: "x".repeat(64_001) }] },
      "messages must hold at most 64000 characters in all",
    ],
    [{ ...valid, n: 2 }, "n is not supported"],
    [{ ...valid, tools: [{ type: "function" }] }, "tools is not supported"],
    [{ ...valid, response_format: { type: "json_object" } }, "response_format is not supported"],
    [{ ...valid, temperature: 3 }, "temperature must be a number from 0 to 2"],
    [{ ...valid, max_tokens: 0 }, "max_tokens must be a whole number above 0"],
    [[], "Request body must be a JSON object"],
  ])("%j", async (input, message) => {
    const before = await creditsOf(owner);
    expect(await post(input)).toMatchObject({
      status: 400,
      body: { error: { message, type: "invalid_request_error", code: "invalid_request", param: null } },
    });
    expect(await creditsOf(owner)).toBe(before);
  });

  it.each([{ n: 1 }, { tools: [] }, { response_format: { type: "text" } }, { logprobs: false }, { stop: null }])(
    "not for %j",
    async (fields) => expect(await post({ ...valid, ...fields })).toMatchObject({ status: 200 }),
  );
});

it("401: a session, 403: another scope, 404 and 405 in OpenAI's shape", async () => {
  const valid = { model: MODEL, messages: HELLO };
  expect(await owner.client.post("/v1/chat/completions", valid)).toMatchObject({
    status: 401,
    body: { error: { code: "invalid_api_key" } },
  });
  const reader = await createKey(owner, { scopes: ["read"] });
  expect(await post(valid, { apiKey: reader.key })).toMatchObject({
    status: 403,
    body: { error: { message: "API key lacks scope: chat" } },
  });
  expect(await owner.client.get("/v1/embeddings")).toMatchObject({
    status: 404,
    body: { error: { code: "not_found" } },
  });
  const wrongMethod = await owner.client.get("/v1/chat/completions");
  expect(wrongMethod).toMatchObject({ status: 405, body: { error: { code: "method_not_allowed" } } });
  expect(wrongMethod.headers.get("allow")).toBe("POST");
  expect((await owner.client.post("/v1/models", {})).headers.get("allow")).toBe("GET");
});

describe("Idempotency-Key", () => {
  const headers = { "idempotency-key": "the-same" };

  it("charges once and repeats the response, whole or as a stream", async () => {
    const before = await creditsOf(owner);
    const input = { model: MODEL, messages: HELLO };
    const [first, second] = await Promise.all([post(input, { headers }), post(input, { headers })]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await creditsOf(owner)).toBe(before - PRICE);
    expect(await post({ ...input, messages: [{ role: "user", content: "Other" }] }, { headers })).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
  });

  it("keeps the response for a day, as the description says, and without a key nothing", async () => {
    const secret = `secret ${crypto.randomUUID()}`;
    const input = { model: MODEL, messages: [{ role: "user", content: secret }] };
    const count = () => app.db.idempotencyKey.count({ where: { userId: owner.id } });
    const before = await count();
    expect((await post(input)).status).toBe(200);
    expect(await count()).toBe(before);
    expect((await post(input, { headers: { "idempotency-key": "kept" } })).status).toBe(200);
    const row = await app.db.idempotencyKey.findFirst({ where: { userId: owner.id, key: "kept" } });
    const events = JSON.parse(row?.responseBody ?? "[]") as { content?: string }[];
    expect(events.map(({ content = "" }) => content).join("")).toContain(secret);
    const { body } = await owner.client.get("/api/openapi.json");
    expect(JSON.stringify(body)).toContain(
      "Nothing of the conversation is stored, except the response to a request with an Idempotency-Key: for 24 hours.",
    );
  });

  it("repeats a failure", async () => {
    const input = { model: MODEL, messages: [{ role: "user", content: "[fail]" }] };
    const once = () => post(input, { headers: { "idempotency-key": "fails" } });
    const before = await creditsOf(owner);
    expect([(await once()).status, (await once()).status]).toEqual([500, 500]);
    expect(await creditsOf(owner)).toBe(before - PRICE);
  });
});

describe("a response that was lost with its process", () => {
  it("is closed by maintenance", async () => {
    const { id } = await signedInUser(app, { credits: PRICE });
    const createdAt = new Date(Date.now() - 11 * 60_000);
    const completion = await app.db.chatCompletion.create({
      data: { id: `lost-${id}`, userId: id, model: MODEL, status: "processing", creditsUsed: PRICE, createdAt },
    });
    await app.db.$transaction([
      app.db.user.update({ where: { id }, data: { credits: 0 } }),
      app.db.creditLedger.create({
        data: {
          id: completion.id,
          userId: id,
          delta: -PRICE,
          reason: "chat_usage",
          paymentId: completion.id,
          balanceAfter: 0,
        },
      }),
    ]);
    await runMaintenance(app.deps.service);
    expect(await app.db.chatCompletion.findUnique({ where: { id: completion.id } })).toMatchObject({
      status: "failed",
    });
    expect(await creditsOf({ id } as SignedInUser)).toBe(0);
  });
});

it("asks clients not to repeat a request that failed unexpectedly, perhaps after its charge", async () => {
  await app.db.$executeRaw`ALTER TABLE chat_completion RENAME TO unreachable`;
  const failed = await post({ model: MODEL, messages: [{ role: "user", content: "Hello" }] });
  await app.db.$executeRaw`ALTER TABLE unreachable RENAME TO chat_completion`;
  expect([failed.status, failed.headers.get("x-should-retry")]).toEqual([500, "false"]);
});

describe("with REFUND_FAILED_GENERATIONS", () => {
  it("returns the credits of a response without a word, to the key's limit as well", async () => {
    const { service } = app.deps;
    Object.assign(service.config, { refundFailedGenerations: true });
    const limited = await createKey(owner, { creditLimit: 10 });
    const before = await creditsOf(owner);
    const failed = await post(
      { model: MODEL, messages: [{ role: "user", content: "[fail]" }] },
      { apiKey: limited.key },
    );
    Object.assign(service.config, { refundFailedGenerations: false });
    expect(failed.status).toBe(500);
    expect(failed.headers.get("x-should-retry")).toBeNull();
    expect(await creditsOf(owner)).toBe(before);
    expect(await app.db.apiKey.findUnique({ where: { id: limited.id } })).toMatchObject({ creditsUsed: 0 });
  });
});

describe("OpenAI's shape", () => {
  const OPENAI_ERROR = {
    error: { message: expect.any(String), type: expect.any(String), code: expect.any(String), param: null },
  };

  it("has a request of another site", async () => {
    const response = await post({}, { headers: { origin: "https://elsewhere.example" } });
    expect(response).toMatchObject({ status: 403, body: OPENAI_ERROR });
  });

  it("has a method that no path has", async () => {
    const response = await new ApiClient(app).fetch("/v1/models", { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await response.json()).toMatchObject(OPENAI_ERROR);
  });
});

it.each([
  ["stop", { stop: "a\0b" }],
  ["stop", { stop: ["ok", "\ud83d"] }],
  ["include_usage", { stream: true, stream_options: { include_usage: "yes" } }],
  ["messages", { messages: ["Hello"] }],
])("400 names %s, and charges nothing", async (field, input) => {
  const before = await creditsOf(owner);
  const response = await post({ model: MODEL, messages: HELLO, ...input });
  expect(response).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(field) } } });
  expect(await creditsOf(owner)).toBe(before);
});
