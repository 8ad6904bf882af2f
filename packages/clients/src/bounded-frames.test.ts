import { describe, expect, it } from "vitest";
import { boundFrames } from "./bounded-frames";

const FRAME_MAX_BYTES = 20;

function streamOf(...chunks: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  return new Response(body);
}

const read = (...chunks: string[]) => boundFrames(streamOf(...chunks), FRAME_MAX_BYTES).text();
const event = (end: string) => `data: 0123456789${end}`;

describe("boundFrames", () => {
  it.each(["\n\n", "\r\n\r\n"])("lets any number of events pass that end in %j, however they are cut", async (end) => {
    const text = event(end).repeat(50);
    expect(await read(text)).toBe(text);
    expect(await read(...text)).toBe(text);
    expect(await read(text.slice(0, 13), text.slice(13, 100), text.slice(100))).toBe(text);
  });

  it("errors at an event that is too large, in one piece or in many, first or later", async () => {
    const large = `data: ${"x".repeat(FRAME_MAX_BYTES)}`;
    await expect(read(large)).rejects.toThrow("The answer is too large");
    await expect(read(...large)).rejects.toThrow("The answer is too large");
    await expect(read(event("\n\n"), large)).rejects.toThrow("The answer is too large");
    await expect(read(event("\n\n") + large)).rejects.toThrow("The answer is too large");
  });

  it("takes lines that no blank line ends for one event", async () => {
    await expect(read(...event("\n").repeat(2))).rejects.toThrow("The answer is too large");
  });
});
