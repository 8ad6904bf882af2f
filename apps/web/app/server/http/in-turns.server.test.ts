import { describe, expect, it } from "vitest";
import { inTurns } from "./in-turns.server";

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

describe("inTurns", () => {
  it("makes two chunks at a time, and every one", async () => {
    let [making, most] = [0, 0];
    async function* chunks() {
      for (const letter of "abc") {
        making += 1;
        most = Math.max(most, making);
        await new Promise((resolve) => setImmediate(resolve));
        making -= 1;
        yield letter;
      }
    }
    const texts = await Promise.all(Array.from({ length: 20 }, (_, user) => textOf(inTurns(`user-${user}`, chunks()))));
    expect(new Set(texts)).toEqual(new Set(["abc"]));
    expect(most).toBe(2);
  });

  it("gives the place of a reader that waits, leaves or fails to others", async () => {
    let closed = 0;
    async function* endless() {
      try {
        for (;;) yield "a";
      } finally {
        closed += 1;
      }
    }
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    async function* failing(): AsyncGenerator<string> {
      throw new Error("no database");
    }
    const slow = Array.from({ length: 5 }, () => inTurns("user", endless()));
    for (const reader of slow) await reader.next();
    for (let count = 0; count < 5; count += 1)
      await expect(textOf(inTurns("user", failing()))).rejects.toThrow("no database");
    for (const reader of slow) await reader.return();
    expect(closed).toBe(5);
    async function* one() {
      yield "b";
    }
    expect(await textOf(inTurns("user", one()))).toBe("b");
  });
});
