import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { eventStream } from "./sse.server";

const SILENCE_MAX_MS = 15_000;
const KEEP_ALIVE = ": keep-alive\n\n";
const CONTENT: ChatStreamEvent = { type: "content", content: "Hi" };
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

const content = (text: string): ChatStreamEvent => ({ type: "content", content: text });
const formatted = (...events: ChatStreamEvent[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** A response together with the means to emit its events and to end it. It ends with its test: servers of later tests would wait for it. */
function openResponse() {
  let emit: (event: ChatStreamEvent) => void = () => undefined;
  let end = (): void => undefined;
  const response = eventStream((send) => {
    emit = send;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  onTestFinished(() => end());
  return { response, emit: (event: ChatStreamEvent) => emit(event), end: () => end() };
}

describe("silence", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A response whose chunks are read as they come. */
  function openStream() {
    const { response, emit, end } = openResponse();
    const sent: string[] = [];
    const reader = response.body?.getReader();
    const read = async () => {
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        sent.push(decoder.decode(part.value));
    };
    return { sent, reading: read(), emit, end, reader };
  }

  it("is never silent for 15 seconds: a comment is sent again and again", async () => {
    const { sent, emit } = openStream();
    emit(CONTENT);
    for (const comments of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS);
      expect(sent.slice(1).length).toBeGreaterThanOrEqual(comments);
    }
    expect(new Set(sent.slice(1))).toEqual(new Set([KEEP_ALIVE]));
  });

  it("sends no comment while events follow each other", async () => {
    const { sent, emit } = openStream();
    for (let second = 0; second < 60; second += 1) {
      emit(CONTENT);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toHaveLength(60);
    expect(sent).not.toContain(KEEP_ALIVE);
  });

  it("counts the silence from the last event", async () => {
    const { sent, emit } = openStream();
    await vi.advanceTimersByTimeAsync(8_000);
    emit(CONTENT);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(sent).not.toContain(KEEP_ALIVE);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(sent.at(-1)).toBe(KEEP_ALIVE);
  });

  it("leaves no timer behind once it has ended", async () => {
    const { sent, emit, end, reading } = openStream();
    emit({ type: "done" });
    end();
    await reading;
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS);
    expect(sent).toHaveLength(1);
  });

  it("sends nothing to a reader who has left", async () => {
    const { sent, emit, reader } = openStream();
    emit(CONTENT);
    await vi.advanceTimersByTimeAsync(1_000);
    await reader?.cancel();
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS);
    expect(sent).toHaveLength(1);
  });
});

/** Fetches a response over HTTP. */
async function fetchFromServer(response: Response): Promise<Response> {
  const server = createServer(getRequestListener(() => response, { overrideGlobalObjects: false }));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

describe("reading", () => {
  it.each<[string, (response: Response) => Promise<Response>]>([
    ["over HTTP", fetchFromServer],
    ["by middleware that copies the response", async (response) => new Response(response.body, response)],
  ])("is sent %s chunk by chunk, with every header that was set on it meanwhile", async (_how, read) => {
    const { response, emit, end } = openResponse();
    response.headers.set("x-request-id", "a name");
    emit(content("before it is read"));
    const received = await read(response);
    expect(received.headers.get("content-type")).toBe("text/event-stream");
    expect(received.headers.get("x-request-id")).toBe("a name");
    const chunks = received.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await chunks?.read()).toMatchObject({ value: formatted(content("before it is read")) });
    emit(content("舟 after"));
    expect(await chunks?.read()).toMatchObject({ value: formatted(content("舟 after")) });
    end();
    expect(await chunks?.read()).toMatchObject({ done: true });
  });

  it("joins the events that come before it is read", async () => {
    const { response, emit } = openResponse();
    for (let count = 0; count < 3; count += 1) emit(CONTENT);
    const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await chunks?.read()).toMatchObject({ value: formatted(CONTENT) });
    expect(await chunks?.read()).toMatchObject({ value: formatted(CONTENT, CONTENT) });
  });

  it("is whole for a reader who comes when it has ended", async () => {
    const { response, emit, end } = openResponse();
    emit(content("all"));
    emit({ type: "done" });
    end();
    expect(await (await fetchFromServer(response)).text()).toBe(formatted(content("all"), { type: "done" }));
  });

  it("goes on for a reader who has left", async () => {
    const { response, emit, end } = openResponse();
    emit(CONTENT);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    for (let count = 0; count < 3; count += 1) emit(CONTENT);
    end();
  });

  it("goes on for a reader who never comes, and keeps no more than the bound for them", async () => {
    const { response, emit, end } = openResponse();
    const megabyte = "x".repeat(1024 * 1024);
    for (let count = 0; count < 20; count += 1) emit(content(megabyte));
    end();
    const text = await response.text();
    expect(text.length).toBeGreaterThan(UNREAD_MAX_BYTES);
    expect(text.length).toBeLessThan(2 * UNREAD_MAX_BYTES);
  });
});
