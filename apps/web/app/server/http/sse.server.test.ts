import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventStream } from "./sse.server";

const SILENCE_MAX_MS = 15_000;
const KEEP_ALIVE = ": keep-alive\n\n";
const CONTENT: ChatStreamEvent = { type: "content", content: "Hi" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that is told what to emit, and what has been sent of it. */
function openStream() {
  let emit: (event: ChatStreamEvent) => void = () => undefined;
  let end = (): void => undefined;
  const response = eventStream((send) => {
    emit = send;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  const sent: string[] = [];
  const reader = response.body?.getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      sent.push(decoder.decode(part.value));
  };
  return { sent, reading: read(), emit: (event: ChatStreamEvent) => emit(event), end: () => end(), reader };
}

describe("eventStream", () => {
  it("is never silent for 15 seconds: a comment is sent again and again", async () => {
    const { sent, emit } = openStream();
    emit(CONTENT);
    for (const comments of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS);
      expect(sent.slice(1).length).toBeGreaterThanOrEqual(comments);
    }
    expect(new Set(sent.slice(1))).toEqual(new Set([KEEP_ALIVE]));
  });

  it("sends no comment while it has something to say", async () => {
    const { sent, emit } = openStream();
    for (let second = 0; second < 60; second += 1) {
      emit(CONTENT);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toHaveLength(60);
    expect(sent).not.toContain(KEEP_ALIVE);
  });

  it("counts the silence from the last word", async () => {
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

  it("sends nothing to a reader who has gone", async () => {
    const { sent, emit, reader } = openStream();
    emit(CONTENT);
    await vi.advanceTimersByTimeAsync(1_000);
    await reader?.cancel();
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS);
    expect(sent).toHaveLength(1);
  });
});
