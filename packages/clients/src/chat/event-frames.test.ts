import { describe, expect, it } from "vitest";
import { EventFrames } from "./event-frames";

const FRAME_MAX_BYTES = 20;
const BOUNDS = { maxBytes: 10_000, frameMaxBytes: FRAME_MAX_BYTES };

function read(...pieces: (string | Buffer)[]): string[] {
  const frames = new EventFrames(BOUNDS);
  return pieces.flatMap((piece) => frames.take(Buffer.from(piece)));
}

const event = (end: string) => `data: 0123456789${end}`;

describe("EventFrames", () => {
  it.each(["\n\n", "\r\n\r\n", "\r\r"])(
    "lets any number of events pass that end in %j, however they are cut",
    async (end) => {
      const text = event(end).repeat(50);
      const expected = Array.from({ length: 50 }, () => "0123456789");
      expect(read(text)).toEqual(expected);
      expect(read(...text)).toEqual(expected);
      expect(read(text.slice(0, 13), text.slice(13, 100), text.slice(100))).toEqual(expected);
    },
  );

  it("errors at an event that is too large, in one piece or in many, first or later", () => {
    const large = `data: ${"x".repeat(FRAME_MAX_BYTES)}`;
    expect(() => read(large)).toThrow("The answer is too large");
    expect(() => read(...large)).toThrow("The answer is too large");
    expect(() => read(event("\n\n"), large)).toThrow("The answer is too large");
    expect(() => read(event("\n\n") + large)).toThrow("The answer is too large");
  });

  it("takes lines that no blank line ends for one event", () => {
    expect(() => read(...event("\n").repeat(2))).toThrow("The answer is too large");
  });

  it("errors at a stream that is too large as a whole, whatever it is made of", () => {
    const frames = new EventFrames({ maxBytes: 100, frameMaxBytes: FRAME_MAX_BYTES });
    const comments = Buffer.from(": ping\n\n".repeat(12));
    expect(frames.take(comments)).toEqual([]);
    expect(() => frames.take(comments)).toThrow("The answer is too large");
  });

  it("gives the data alone: no comments, no other fields, its lines joined, one space before it left out", () => {
    expect(read(": ping\n\n", "event: a\nid: 1\n\n", "event: a\ndata: b\ndata:  c\n\n", "data:d\n\n")).toEqual([
      "b\n c",
      "d",
    ]);
  });

  it("puts a character together that is cut in two, and gives nothing of an event that has not ended", () => {
    const bytes = Buffer.from("data: 你\n\ndata: 好");
    expect(read(bytes.subarray(0, 7), bytes.subarray(7))).toEqual(["你"]);
  });
});
