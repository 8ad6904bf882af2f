import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chunk, collect, createChatModel, END, question, SSE } from "../../test/chat-backend";
import { createDeferred, interceptOutbound, realServer, rejection } from "../../test/upstream";

const IDLE_MS = 500;
const server = interceptOutbound();

describe("a reader", () => {
  it("that is slow does not count as a stalled backend", async () => {
    const { promise: isAsked, resolve: ask } = createDeferred();
    const origin = await realServer(server, async (_request, response) => {
      response.writeHead(200, { "content-type": SSE }).write(chunk("a"));
      await isAsked;
      response.end(chunk("b") + END);
    });
    const chunks: string[] = [];
    for await (const text of createChatModel({ baseUrl: `${origin}/v1`, idleTimeoutMs: IDLE_MS }).stream(question)) {
      chunks.push(text);
      if (text === "a") await pause(2 * IDLE_MS);
      ask();
    }
    expect(chunks).toEqual(["a", "b"]);
  });

  it("that was slow still notices that the backend stalls afterwards", async () => {
    const origin = await realServer(server, (_request, response) => {
      response.writeHead(200, { "content-type": SSE }).write(chunk("a"));
    });
    const reading = (async () => {
      for await (const _text of createChatModel({ baseUrl: origin, idleTimeoutMs: IDLE_MS }).stream(question))
        await pause(2 * IDLE_MS);
    })();
    expect(await rejection(reading)).toMatchObject({ message: "The answer stalled" });
  });

  it("that aborts gets its abort reason, and the connection is closed", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      response.writeHead(200, { "content-type": SSE });
      response.write(chunk("Hel"));
    });
    const reader = new AbortController();
    const stream = createChatModel({ baseUrl: `${origin}/v1` }).stream(question, { signal: reader.signal });
    const reading = rejection(
      (async () => {
        for await (const _text of stream) reader.abort(new Error("The reader went away"));
      })(),
    );
    expect(await reading).toMatchObject({ message: "The reader went away" });
    await closed;
  });

  it("that has aborted already sends no request", async () => {
    const stream = createChatModel().stream(question, { signal: AbortSignal.abort(new Error("too late")) });
    expect(await rejection(collect(stream))).toMatchObject({ message: "too late" });
  });

  it("that stops reading closes the connection", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      response.writeHead(200, { "content-type": SSE });
      response.write(chunk("Hel"));
    });
    for await (const text of createChatModel({ baseUrl: `${origin}/v1` }).stream(question)) {
      expect(text).toBe("Hel");
      break;
    }
    await closed;
  });
});

describe("a comment", () => {
  it("keeps a slow stream alive", async () => {
    const origin = await realServer(server, async (_request, response) => {
      response.writeHead(200, { "content-type": SSE });
      for (let pings = 0; pings < 8; pings += 1) {
        response.write(": ping\n\n");
        await pause(IDLE_MS / 4);
      }
      response.end(chunk("late") + END);
    });
    const stream = createChatModel({ baseUrl: origin, idleTimeoutMs: IDLE_MS }).stream(question);
    expect(await collect(stream)).toEqual(["late"]);
  });
});
