import { type ChatStreamEvent, formatSseEvent, SSE_KEEP_ALIVE } from "@app/core/chat/chat-stream";
import { describe, expect, it } from "vitest";
import { readChatStream } from "./chat-stream";

const EVENTS: ChatStreamEvent[] = [
  { type: "metadata", sessionId: "s1", remainingCredits: 90 },
  { type: "content", content: "zwei\nZeilen – 你好 🙂" },
  { type: "done" },
];

/** A body in chunks of `size` bytes, which may split characters. */
function bodyInChunks(text: string, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let start = 0; start < bytes.length; start += size) controller.enqueue(bytes.slice(start, start + size));
      controller.close();
    },
  });
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ChatStreamEvent[]> {
  const events: ChatStreamEvent[] = [];
  for await (const event of readChatStream(body)) events.push(event);
  return events;
}

describe("readChatStream", () => {
  const text = EVENTS.map(formatSseEvent).join("");

  it.each([1, 7, 10_000])("reads events from chunks of %i bytes", async (size) => {
    await expect(readAll(bodyInChunks(text, size))).resolves.toEqual(EVENTS);
  });

  it("ignores keep-alive comments", async () => {
    const withComments = EVENTS.map((event) => SSE_KEEP_ALIVE + formatSseEvent(event)).join("") + SSE_KEEP_ALIVE;
    await expect(readAll(bodyInChunks(withComments, 7))).resolves.toEqual(EVENTS);
  });

  it("ends without the truncated event", async () => {
    const truncated = text.slice(0, text.indexOf("done"));
    await expect(readAll(bodyInChunks(truncated, 16))).resolves.toEqual(EVENTS.slice(0, 2));
  });

  it("cancels the body when the reader stops early", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const event of readChatStream(body)) if (event.type === "metadata") break;
    expect(isCancelled).toBe(true);
  });
});
