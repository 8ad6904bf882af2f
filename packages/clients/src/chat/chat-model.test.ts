import type { ChatEnd, TokenUsage } from "@app/core/chat/chat-stream";
import { describe, expect, it } from "vitest";
import { COMPLETIONS, chunk, collect, createChatModel, END, event, question, SSE, sse } from "../../test/chat-backend";
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
import { CHAT_ANSWER_MAX_CHARS } from "./chat-model";

const server = interceptOutbound();

/** A real backend that sends `text` and keeps the connection open until `reset` is called. */
async function resettingServer(text: string): Promise<{ origin: string; reset: () => void }> {
  const { promise: isToReset, resolve: reset } = createDeferred();
  const origin = await realServer(server, async (request, response) => {
    response.writeHead(200, { "content-type": SSE }).write(text);
    await isToReset;
    request.socket.resetAndDestroy();
  });
  return { origin, reset };
}

describe("stream", () => {
  it("requests a stream with the model's settings and the turns in order", async () => {
    const seen = respondAt(server, COMPLETIONS, () => sse(END));
    const turns = [{ role: "user" as const, content: "a" }, { role: "assistant" as const, content: "b" }, ...question];
    await collect(createChatModel().stream(turns));
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

  it("yields the text chunks in order, without empty ones, reasoning and usage", async () => {
    const thinking = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" }, finish_reason: null }] });
    const usage = event({ choices: [], usage: { total_tokens: 3 } });
    const body = [
      ": ping\n\n",
      "data:\n\n",
      chunk(""),
      thinking,
      chunk("Hel"),
      chunk("lo "),
      chunk("你好"),
      chunk("!", "stop"),
      usage,
    ];
    respondAt(server, COMPLETIONS, () => sse(`${body.join("")}data: [DONE]\n\n`));
    expect(await collect(createChatModel().stream(question))).toEqual(["Hel", "lo ", "你好", "!"]);
  });

  it("reports the last count of tokens of a backend that counts along in every chunk", async () => {
    const counted = (text: string, tokens: number, finish: string | null = null) =>
      event({
        choices: [{ index: 0, delta: { content: text }, finish_reason: finish }],
        usage: { prompt_tokens: 5, completion_tokens: tokens, total_tokens: 5 + tokens },
      });
    respondAt(server, COMPLETIONS, () => sse(`${counted("Hel", 1)}${counted("lo", 2, "stop")}data: [DONE]\n\n`));
    let usage: TokenUsage | null = null;
    const onEnd = (end: ChatEnd) => {
      usage = end.usage;
    };
    await collect(createChatModel().stream(question, { onEnd }));
    expect(usage).toEqual({ prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 });
  });

  it("removes NUL from the text, which PostgreSQL cannot store", async () => {
    respondAt(server, COMPLETIONS, () => sse(chunk("a\0b") + chunk("\0") + END));
    expect(await collect(createChatModel().stream(question))).toEqual(["ab"]);
  });

  it("treats a response cut by the token limit as complete", async () => {
    respondAt(server, COMPLETIONS, () => sse(chunk("long", "length")));
    expect(await collect(createChatModel().stream(question))).toEqual(["long"]);
  });

  it.each<[string, () => Response | Promise<Response>, string, number | null]>([
    [
      "responds with 429",
      () => json({ error: { message: "quota of org-77" } }, 429),
      "The generation backend is busy",
      429,
    ],
    ["responds with 500", () => json({ error: { message: "at db-3" } }, 500), "The generation backend failed", 500],
    [
      "responds with 401",
      () => json({ error: { message: "bad key sk-1" } }, 401),
      "The generation backend refused the request",
      401,
    ],
    [
      "responds with 400 and a message",
      () => json({ error: { message: "Too\nlong" } }, 400),
      "Failed to process chat",
      400,
    ],
    ["responds with an error page", () => html(502), "The generation backend failed", 502],
    ["responds with a page and 200", () => html(200), "The answer was cut off", null],
    ["responds with JSON, not a stream", badJson, "The answer was cut off", null],
    ["sends an empty response", empty, "The generation backend gave an answer that cannot be read", null],
    [
      "sends an event that is no JSON",
      () => sse("data: {oops\n\n"),
      "The generation backend gave an answer that cannot be read",
      null,
    ],
    [
      "sends an event of another shape",
      () => sse(event({ choices: 7 })),
      "The generation backend gave an answer that cannot be read",
      null,
    ],
    [
      "sends an error event",
      () => sse(event({ error: { message: "overloaded at db-3", type: "server_error" } })),
      "Failed to process chat",
      null,
    ],
    ["ends without its end mark", () => sse(chunk("Hel") + chunk("lo")), "The answer was cut off", null],
    ["says DONE without its end mark", () => sse(`${chunk("Hello")}data: [DONE]\n\n`), "The answer was cut off", null],
    ["cannot be reached", unreachable, "The generation backend could not be reached", null],
  ])("fails when the backend %s", async (_name, respond, message, status) => {
    const seen = respondAt(server, COMPLETIONS, respond);
    const error = await rejection(collect(createChatModel().stream(question)));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
    expect(seen).toHaveLength(1);
  });

  it("keeps the message of an error event for the log", async () => {
    respondAt(server, COMPLETIONS, () => sse(event({ error: { message: "overloaded at db-3" } })));
    const error = await rejection(collect(createChatModel().stream(question)));
    expect(error).toMatchObject({ cause: { message: expect.stringContaining("overloaded at db-3") } });
  });

  it("fails when the backend's filter ends the response, after the chunks that came", async () => {
    respondAt(server, COMPLETIONS, () => sse(`${chunk("Hel")}${chunk("lo", "content_filter")}data: [DONE]\n\n`));
    const chunks: string[] = [];
    const error = await rejection(collect(createChatModel().stream(question), chunks));
    expect(error).toMatchObject({
      name: "FilteredResponseError",
      message: "The answer was stopped by the content filter",
    });
    expect(chunks).toEqual(["Hel", "lo"]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not respond", neverResponds],
    [
      "stops in the middle of its refusal",
      () => new Response(stalledBody("{", "application/json").body, { status: 500 }),
    ],
  ])("gives up on a backend that %s", async (_name, respond) => {
    respondAt(server, COMPLETIONS, respond);
    const error = await rejection(collect(createChatModel({ idleTimeoutMs: 50 }).stream(question)));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The generation backend did not answer in time" });
  });

  it.each([
    ["before its first chunk", ": ping\n\n", []],
    ["after a chunk", chunk("Hel"), ["Hel"]],
  ])("gives up on a backend that stalls %s", async (_name, head, expected) => {
    const origin = await realServer(server, (_request, response) => {
      response.writeHead(200, { "content-type": SSE }).write(head);
    });
    const chunks: string[] = [];
    const error = await rejection(
      collect(createChatModel({ baseUrl: origin, idleTimeoutMs: 2_000 }).stream(question), chunks),
    );
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer stalled" });
    expect(chunks).toEqual(expected);
  });

  it("fails when the connection is reset, after the chunks that came", async () => {
    const { origin, reset } = await resettingServer(chunk("Hel"));
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const text of createChatModel({ baseUrl: origin }).stream(question)) {
        chunks.push(text);
        reset();
      }
    })();
    const message = "The connection to the generation backend was lost";
    expect(await rejection(reading)).toMatchObject({ name: "UpstreamError", message });
    expect(chunks).toEqual(["Hel"]);
  });

  it("completes when the connection is reset after the end mark", async () => {
    const { origin, reset } = await resettingServer(chunk("Hello", "stop"));
    const chunks: string[] = [];
    for await (const text of createChatModel({ baseUrl: origin }).stream(question)) {
      chunks.push(text);
      reset();
    }
    expect(chunks).toEqual(["Hello"]);
  });

  it("completes when the backend keeps the connection open after the end mark", async () => {
    const origin = await realServer(server, (_request, response) => {
      response.writeHead(200, { "content-type": SSE }).write(chunk("Hello") + END);
    });
    expect(await collect(createChatModel({ baseUrl: origin }).stream(question))).toEqual(["Hello"]);
  });

  it("fails on a response beyond its bound", async () => {
    const half = "x".repeat(CHAT_ANSWER_MAX_CHARS / 2 + 1);
    respondAt(server, COMPLETIONS, () => sse(chunk(half) + chunk(half) + END));
    const chunks: string[] = [];
    const error = await rejection(collect(createChatModel().stream(question), chunks));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer is too long" });
    expect(chunks).toEqual([half]);
  });

  it("fails when the stream takes longer than the total limit, even while chunks arrive", async () => {
    let pulses: NodeJS.Timeout | undefined;
    const lively = new ReadableStream<Uint8Array>({
      start(controller) {
        pulses = setInterval(() => controller.enqueue(new TextEncoder().encode(chunk("."))), 5);
      },
      cancel: () => clearInterval(pulses),
    });
    respondAt(server, COMPLETIONS, () => new Response(lively, { headers: { "content-type": SSE } }));
    const error = await rejection(collect(createChatModel({ totalTimeoutMs: 3_000 }).stream(question)));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer stalled" });
  });
});
