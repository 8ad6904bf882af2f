import { describe, expect, it } from "vitest";
import { type EventStreamBounds, readEvents } from "./event-stream";
import { StreamTimeout } from "./stream-timeout";

const EVENT_MAX_CHARS = 30;
const BOUNDS = { maxBytes: 10_000, eventMaxChars: EVENT_MAX_CHARS };

async function* chunksOf(chunks: readonly (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function read(chunks: readonly (string | Buffer)[], bounds: EventStreamBounds = BOUNDS): Promise<string[]> {
  const timeout = new StreamTimeout({ idleMs: 10_000, totalMs: 10_000 });
  const read: string[] = [];
  try {
    for await (const events of readEvents(chunksOf(chunks), timeout, bounds)) read.push(...events);
  } finally {
    timeout.stop();
  }
  return read;
}

const event = (end: string) => `data: 0123456789${end}`;

describe("readEvents", () => {
  it.each(["\n\n", "\r\n\r\n", "\r\r"])(
    "reads any number of events that end in %j, however they are cut",
    async (end) => {
      const text = `${event(end).repeat(50)}: end\n`;
      const expected = Array.from({ length: 50 }, () => "0123456789");
      expect(await read([text])).toEqual(expected);
      expect(await read([...text])).toEqual(expected);
      expect(await read([text.slice(0, 13), text.slice(13, 100), text.slice(100)])).toEqual(expected);
    },
  );

  it("errors at an event that is too large, in one chunk or in many, first or later", async () => {
    const large = `data: ${"x".repeat(EVENT_MAX_CHARS)}`;
    for (const chunks of [[large], [...large], [event("\n\n"), large], [event("\n\n") + large]]) {
      await expect(read(chunks)).rejects.toThrow("The answer is too large");
    }
  });

  it("takes lines without a blank line between them as one event", async () => {
    await expect(read([...event("\n").repeat(3)])).rejects.toThrow("The answer is too large");
  });

  it("errors at a stream that is too large as a whole, comments included", async () => {
    const bounds = { maxBytes: 100, eventMaxChars: EVENT_MAX_CHARS };
    const comments = ": ping\n\n".repeat(12);
    expect(await read([comments], bounds)).toEqual([]);
    await expect(read([comments, comments], bounds)).rejects.toThrow("The answer is too large");
  });

  it("returns the data alone: no comments, no other fields, its lines joined, one leading space removed", async () => {
    const chunks = [": ping\n\n", "event: a\nid: 1\n\n", "event: a\ndata: b\ndata:  c\n\n", "data:d\n\n"];
    expect(await read(chunks)).toEqual(["b\n c", "d"]);
  });

  it("joins a character that is cut in two, and drops an event that has not ended", async () => {
    const bytes = Buffer.from("data: 你\n\ndata: 好");
    expect(await read([bytes.subarray(0, 7), bytes.subarray(7)])).toEqual(["你"]);
  });
});
