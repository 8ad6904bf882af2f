import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestSandbox, TEST_KEYS, TEST_ORIGINS, type TestSandbox } from "../testing/test-sandbox";
import { composeResponse, splitIntoChunks, streamResponse } from "./chat-response";
import { thinkingSeconds } from "./trigger-words";

type Turn = { role: string; content: unknown };

async function ask(
  sandbox: TestSandbox,
  messages: Turn[],
  fields: Record<string, unknown> = {},
  apiKey = TEST_KEYS.aiApiKey,
): Promise<Response> {
  const response = await sandbox.handle(
    new Request(`${TEST_ORIGINS.generation}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ model: "m", stream: true, messages, ...fields }),
    }),
  );
  if (!response) throw new Error("The request was not handled");
  return response;
}

function user(content: unknown): Turn {
  return { role: "user", content };
}

/** The data of each server-sent event. */
async function frames(response: Response): Promise<string[]> {
  return (await response.text())
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => frame.replace(/^data: /, ""));
}

async function responseText(response: Response): Promise<string> {
  const chunks = (await frames(response)).filter((frame) => frame !== "[DONE]").map((frame) => JSON.parse(frame));
  return chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
}

describe("a streamed response", () => {
  it("starts with the role and ends with the finish reason and [DONE]", async () => {
    const response = await ask(createTestSandbox(), [user("Hello there")]);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const received = await frames(response);
    expect(received.at(-1)).toBe("[DONE]");
    const chunks = received.slice(0, -1).map((frame) => JSON.parse(frame));
    expect(chunks[0]).toMatchObject({
      object: "chat.completion.chunk",
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
      usage: null,
    });
    expect(chunks.at(-1).choices).toEqual([{ index: 0, delta: {}, finish_reason: "stop" }]);
    expect(chunks.length).toBeGreaterThan(20);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it("quotes a message about an unknown subject and counts the earlier ones", async () => {
    const history = [{ role: "system", content: "be nice" }, user("one"), { role: "assistant", content: "two" }];
    const text = await responseText(await ask(createTestSandbox(), [...history, user("Wörld 🌍\nagain")]));
    expect(text).toContain("> Wörld 🌍\n> again\n");
    expect(text).toContain("2 earlier messages");
    expect(text).toContain("stand-in model");
  });

  it.each([
    ["What do the plans cost?", "Starter monthly"],
    ["How do credits work?", "a video costs **50**"],
    ["Can I get a refund?", "failed image"],
    ["How can I cancel my plan?", "Cancel plan"],
    ["Is there an API?", "```bash"],
    ["Give me tips for image prompts", "**Light**"],
    ["show me code", "```ts\nexport function describeText"],
    ["Show me a table", "|---|---|"],
    ["Solve a quadratic equation", "$$\nx_{1,2}"],
    ["Explain how tides work", "high tide"],
    ["Write a friendly e-mail", "Subject"],
    ["What is Genmint?", "one balance"],
    ["hello", "Hello!"],
    ["套餐多少钱？", "年付只收十个月的钱"],
    ["积分怎么用", "一张图片 **20** 积分"],
    ["可以退款吗？", "全额退款"],
    ["今天天气怎么样", "替身模型"],
  ])("answers %j about the service itself, in its language", async (message, expected) => {
    expect(await responseText(await ask(createTestSandbox(), [user(message)]))).toContain(expected);
  });

  it("repeats the markup of a message before the answer", async () => {
    const text = await responseText(await ask(createTestSandbox(), [user("<b>show</b> me code")]));
    expect(text).toMatch(/^> <b>show<\/b> me code\n\n[^>]+```ts/);
  });

  it("accepts content in parts, and adds the usage on request", async () => {
    const response = await ask(createTestSandbox(), [user([{ type: "text", text: "in parts" }])], {
      stream_options: { include_usage: true },
    });
    const received = await frames(response);
    expect(JSON.parse(received.at(-2) ?? "")).toMatchObject({ choices: [], usage: { prompt_tokens: 2 } });
    expect(received.join("")).toContain("parts");
  });

  it("stops at max_tokens", async () => {
    const received = await frames(await ask(createTestSandbox(), [user("hello")], { max_tokens: 3 }));
    expect(received).toHaveLength(6);
    expect(JSON.parse(received.at(-2) ?? "").choices[0].finish_reason).toBe("length");
  });
});

describe("a response that is not streamed", () => {
  it("has the same text in one message", async () => {
    const sandbox = createTestSandbox();
    const whole = await (await ask(sandbox, [user("hello")], { stream: false })).json();
    expect(whole).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { role: "assistant" }, finish_reason: "stop" }],
    });
    expect(whole.choices[0].message.content).toBe(await responseText(await ask(sandbox, [user("hello")])));
  });
});

describe("chat faults", () => {
  it.each([
    ["the fault", (sandbox: TestSandbox) => sandbox.faults.queue("chat", { kind: "cut_stream" }), "hello"],
    ["the trigger word", () => undefined, "hello [cut]"],
  ])("%s cuts the stream: it ends without its end marks", async (_name, prepare, message) => {
    const sandbox = createTestSandbox();
    prepare(sandbox);
    const received = await frames(await ask(sandbox, [user(message)]));
    expect(received.length).toBeGreaterThan(3);
    expect(received).not.toContain("[DONE]");
    expect(received.every((frame) => JSON.parse(frame).choices[0].finish_reason === null)).toBe(true);
  });

  it("stream_error ends the stream with the backend's error as its last event", async () => {
    const sandbox = createTestSandbox();
    sandbox.faults.queue("chat", { kind: "stream_error" });
    const response = await ask(sandbox, [user("hello")]);
    expect(response.status).toBe(200);
    const received = await frames(response);
    expect(received.length).toBeGreaterThan(3);
    expect(JSON.parse(received.at(-1) ?? "")).toEqual({
      error: { code: "InternalServiceError", message: "Simulated failure", param: "", type: "InternalServerError" },
    });
  });

  it("break_stream loses the connection in the middle", async () => {
    const sandbox = createTestSandbox();
    sandbox.faults.queue("chat", { kind: "break_stream" });
    await expect((await ask(sandbox, [user("hello")])).text()).rejects.toThrow("The connection was lost");
  });

  it("stall sends half and then nothing, until the reader leaves", async () => {
    const sandbox = createTestSandbox();
    sandbox.faults.set("chat", { kind: "stall" });
    const reader = (await ask(sandbox, [user("hello")])).body?.getReader();
    const chunks = splitIntoChunks(composeResponse({ message: "hello", earlierMessages: 0, instructions: "" }));
    for (let read = 0; read < 1 + Math.ceil(chunks.length / 2); read++)
      expect((await reader?.read())?.done).toBe(false);
    const waiting = reader?.read();
    expect(await Promise.race([waiting, nextTurn("silence")])).toBe("silence");
    await reader?.cancel();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("has errors in the backend's format", async () => {
    const sandbox = createTestSandbox();
    sandbox.faults.queue("chat", { kind: "status", status: 429, retryAfterSeconds: 7 });
    const limited = await ask(sandbox, [user("hello")]);
    expect([limited.status, limited.headers.get("retry-after"), (await limited.json()).error.code]).toEqual([
      429,
      "7",
      "RateLimitExceeded",
    ]);
    expect((await ask(sandbox, [user("please [fail]")])).status).toBe(500);
    expect((await ask(sandbox, [user("hello")], {}, "wrong")).status).toBe(401);
    expect((await ask(sandbox, [])).status).toBe(400);
  });
});

describe("streamResponse", () => {
  afterEach(() => vi.useRealTimers());

  it("stops its timers when the reader cancels", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const response = {
      id: "i",
      model: "m",
      created: 0,
      chunks: ["a"],
      finishReason: "stop",
      usage: null,
      interruption: null,
    } as const;
    const reader = streamResponse({ ...response, pacingMs: 1_000 }).getReader();
    await reader.read();
    const waiting = reader.read();
    await nextTurn();
    expect(vi.getTimerCount()).toBe(1);
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);
    expect((await waiting).done).toBe(true);
  });
});

describe("thinkingSeconds", () => {
  it.each([
    ["[think]", 0],
    ["please [THINK:30]", 30],
    ["[think:999]", 300],
    ["I think", null],
  ])("of %j is %j", (message, seconds) => {
    expect(thinkingSeconds(message)).toBe(seconds);
  });
});
