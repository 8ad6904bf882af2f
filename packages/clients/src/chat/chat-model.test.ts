import { describe, expect, it } from "vitest";
import {
  badJson,
  createDeferred,
  empty,
  html,
  interceptOutbound,
  json,
  neverResponds,
  realServer,
  rejection,
  respondAt,
  stalledBody,
  unreachable,
} from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { CHAT_ANSWER_MAX_CHARS, createOpenAiChatModel, type OpenAiChatModelOptions } from "./chat-model";

const COMPLETIONS = "https://ai.test/api/v3/chat/completions";
const SSE = "text/event-stream";
const server = interceptOutbound();

const frame = (payload: unknown): string => `data: ${JSON.stringify(payload)}\n\n`;
const fragment = (content: string | null, finishReason: string | null = null): string =>
  frame({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { content }, finish_reason: finishReason }],
  });
const END = `${fragment(null, "stop")}data: [DONE]\n\n`;
const sse = (text: string): Response => new Response(text, { headers: { "content-type": SSE } });

function chatModel(limits: Partial<OpenAiChatModelOptions> = {}) {
  const endpoint = { baseUrl: "https://ai.test/api/v3", apiKey: "key-1", model: "text-1" };
  return createOpenAiChatModel({ ...endpoint, ...limits });
}

async function collect(fragments: AsyncIterable<string>, into: string[] = []): Promise<string[]> {
  for await (const text of fragments) into.push(text);
  return into;
}

/** A real backend that says `text` and keeps the connection until it is told to reset it. */
async function resettingServer(text: string): Promise<{ origin: string; reset: () => void }> {
  const { promise: told, resolve: reset } = createDeferred();
  const origin = await realServer(server, async (request, response) => {
    response.writeHead(200, { "content-type": SSE }).write(text);
    await told;
    request.socket.resetAndDestroy();
  });
  return { origin, reset };
}

const question = [{ role: "user" as const, content: "Hello?" }];

describe("stream", () => {
  it("asks for a streamed answer with the model's settings and the turns in order", async () => {
    const seen = respondAt(server, COMPLETIONS, () => sse(END));
    const turns = [{ role: "user" as const, content: "a" }, { role: "assistant" as const, content: "b" }, ...question];
    await collect(chatModel().stream(turns));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer key-1");
    expect(seen[0]?.body).toEqual({
      model: "text-1",
      messages: turns,
      temperature: 0.7,
      top_p: 0.95,
      max_tokens: 2048,
      stream: true,
    });
  });

  it("gives the text fragments in order and leaves out the empty ones, the thinking and the usage", async () => {
    const thinking = frame({ choices: [{ index: 0, delta: { reasoning_content: "hm" }, finish_reason: null }] });
    const usage = frame({ choices: [], usage: { total_tokens: 3 } });
    const body = [
      ": ping\n\n",
      fragment(""),
      thinking,
      fragment("Hel"),
      fragment("lo "),
      fragment("你好"),
      fragment("!", "stop"),
      usage,
    ];
    respondAt(server, COMPLETIONS, () => sse(`${body.join("")}data: [DONE]\n\n`));
    expect(await collect(chatModel().stream(question))).toEqual(["Hel", "lo ", "你好", "!"]);
  });

  it("takes NUL out of the text, which no database stores", async () => {
    respondAt(server, COMPLETIONS, () => sse(fragment("a\0b") + fragment("\0") + END));
    expect(await collect(chatModel().stream(question))).toEqual(["ab"]);
  });

  it("takes an answer cut by the token limit as complete", async () => {
    respondAt(server, COMPLETIONS, () => sse(fragment("long", "length")));
    expect(await collect(chatModel().stream(question))).toEqual(["long"]);
  });

  it.each<[string, () => Response | Promise<Response>, string, number | null]>([
    ["answers 429", () => json({ error: { message: "quota of org-77" } }, 429), "The generation backend is busy", 429],
    ["answers 500", () => json({ error: { message: "at db-3" } }, 500), "The generation backend failed", 500],
    [
      "answers 401",
      () => json({ error: { message: "bad key sk-1" } }, 401),
      "The generation backend refused the request",
      401,
    ],
    ["answers 400 with words", () => json({ error: { message: "Too\nlong" } }, 400), "Failed to process chat", 400],
    ["answers an error page", () => html(502), "The generation backend failed", 502],
    ["answers a page with 200", () => html(200), "The answer was cut off", null],
    ["answers JSON, not a stream", badJson, "The answer was cut off", null],
    ["answers nothing", empty, "The generation backend gave an answer that cannot be read", null],
    [
      "sends a frame that is no JSON",
      () => sse("data: {oops\n\n"),
      "The generation backend gave an answer that cannot be read",
      null,
    ],
    [
      "sends a frame of another shape",
      () => sse(frame({ choices: 7 })),
      "The generation backend gave an answer that cannot be read",
      null,
    ],
    [
      "sends an error frame",
      () => sse(frame({ error: { message: "overloaded at db-3", type: "server_error" } })),
      "Failed to process chat",
      null,
    ],
    ["ends without its end mark", () => sse(fragment("Hel") + fragment("lo")), "The answer was cut off", null],
    [
      "says DONE without its end mark",
      () => sse(`${fragment("Hello")}data: [DONE]\n\n`),
      "The answer was cut off",
      null,
    ],
    ["cannot be reached", unreachable, "The generation backend could not be reached", null],
  ])("fails when the backend %s", async (_name, answer, message, status) => {
    const seen = respondAt(server, COMPLETIONS, answer);
    const error = await rejection(collect(chatModel().stream(question)));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
    expect(seen).toHaveLength(1);
  });

  it("keeps the words of an error frame for the log", async () => {
    respondAt(server, COMPLETIONS, () => sse(frame({ error: { message: "overloaded at db-3" } })));
    const error = await rejection(collect(chatModel().stream(question)));
    expect(error).toMatchObject({ cause: { message: expect.stringContaining("overloaded at db-3") } });
  });

  it("fails when the backend's filter ends the answer, after the chunks that came", async () => {
    respondAt(server, COMPLETIONS, () => sse(`${fragment("Hel")}${fragment("lo", "content_filter")}data: [DONE]\n\n`));
    const chunks: string[] = [];
    const error = await rejection(collect(chatModel().stream(question), chunks));
    expect(error).toMatchObject({
      name: "FilteredResponseError",
      message: "The answer was stopped by the content filter",
    });
    expect(chunks).toEqual(["Hel", "lo"]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not answer", neverResponds],
    [
      "stops in the middle of its refusal",
      () => new Response(stalledBody("{", "application/json").body, { status: 500 }),
    ],
  ])("gives up on a backend that %s", async (_name, answer) => {
    respondAt(server, COMPLETIONS, answer);
    const error = await rejection(collect(chatModel({ idleTimeoutMs: 50 }).stream(question)));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The generation backend did not answer in time" });
  });

  it.each([
    ["before its first fragment", ": ping\n\n", []],
    ["after a fragment", fragment("Hel"), ["Hel"]],
  ])("gives up on a backend that stalls %s", async (_name, head, expected) => {
    respondAt(server, COMPLETIONS, () => stalledBody(head, SSE));
    const fragments: string[] = [];
    const error = await rejection(collect(chatModel({ idleTimeoutMs: 300 }).stream(question), fragments));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer stalled" });
    expect(fragments).toEqual(expected);
  });

  it("fails when the connection is reset, after the fragments that came", async () => {
    const { origin, reset } = await resettingServer(fragment("Hel"));
    const fragments: string[] = [];
    const reading = (async () => {
      for await (const text of chatModel({ baseUrl: origin }).stream(question)) {
        fragments.push(text);
        reset();
      }
    })();
    const message = "The connection to the generation backend was lost";
    expect(await rejection(reading)).toMatchObject({ name: "UpstreamError", message });
    expect(fragments).toEqual(["Hel"]);
  });

  it("completes when the connection is reset after the end mark", async () => {
    const { origin, reset } = await resettingServer(fragment("Hello", "stop"));
    const fragments: string[] = [];
    for await (const text of chatModel({ baseUrl: origin }).stream(question)) {
      fragments.push(text);
      reset();
    }
    expect(fragments).toEqual(["Hello"]);
  });

  it("completes when the backend keeps the connection open after the end mark", async () => {
    respondAt(server, COMPLETIONS, () => stalledBody(fragment("Hello") + END, SSE));
    expect(await collect(chatModel({ idleTimeoutMs: 300 }).stream(question))).toEqual(["Hello"]);
  });

  it("fails on an answer beyond its bound", async () => {
    const half = "x".repeat(CHAT_ANSWER_MAX_CHARS / 2 + 1);
    respondAt(server, COMPLETIONS, () => sse(fragment(half) + fragment(half) + END));
    const fragments: string[] = [];
    const error = await rejection(collect(chatModel().stream(question), fragments));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer is too long" });
    expect(fragments).toEqual([half]);
  });

  it("fails when the whole takes longer than the total limit, however lively it is", async () => {
    let pulses: NodeJS.Timeout | undefined;
    const lively = new ReadableStream<Uint8Array>({
      start(controller) {
        pulses = setInterval(() => controller.enqueue(new TextEncoder().encode(fragment("."))), 5);
      },
      cancel: () => clearInterval(pulses),
    });
    respondAt(server, COMPLETIONS, () => new Response(lively, { headers: { "content-type": SSE } }));
    const error = await rejection(collect(chatModel({ totalTimeoutMs: 500 }).stream(question)));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer stalled" });
  });
});

const longerThan = (limitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2 * limitMs));

describe("a reader", () => {
  it("who is slow is not taken for a stalled backend", async () => {
    const { promise: asked, resolve: ask } = createDeferred();
    const origin = await realServer(server, async (_request, response) => {
      response.writeHead(200, { "content-type": SSE }).write(fragment("a"));
      await asked;
      response.end(fragment("b") + END);
    });
    const fragments: string[] = [];
    for await (const text of chatModel({ baseUrl: `${origin}/v1`, idleTimeoutMs: 250 }).stream(question)) {
      fragments.push(text);
      if (text === "a") await longerThan(250);
      ask();
    }
    expect(fragments).toEqual(["a", "b"]);
  });

  it("who was slow still learns that the backend has stalled since", async () => {
    respondAt(server, COMPLETIONS, () => stalledBody(fragment("a"), SSE));
    const reading = (async () => {
      for await (const _text of chatModel({ idleTimeoutMs: 300 }).stream(question)) await longerThan(300);
    })();
    expect(await rejection(reading)).toMatchObject({ message: "The answer stalled" });
  });

  it("who aborts gets the reason of the abort, and the backend is let go", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      response.writeHead(200, { "content-type": SSE });
      response.write(fragment("Hel"));
    });
    const reader = new AbortController();
    const stream = chatModel({ baseUrl: `${origin}/v1` }).stream(question, reader.signal);
    const reading = rejection(
      (async () => {
        for await (const _text of stream) reader.abort(new Error("The reader went away"));
      })(),
    );
    expect(await reading).toMatchObject({ message: "The reader went away" });
    await closed;
  });

  it("who has aborted already asks the backend nothing", async () => {
    const stream = chatModel().stream(question, AbortSignal.abort(new Error("too late")));
    expect(await rejection(collect(stream))).toMatchObject({ message: "too late" });
  });

  it("who stops reading lets the backend go", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      response.writeHead(200, { "content-type": SSE });
      response.write(fragment("Hel"));
    });
    for await (const text of chatModel({ baseUrl: `${origin}/v1` }).stream(question)) {
      expect(text).toBe("Hel");
      break;
    }
    await closed;
  });
});
