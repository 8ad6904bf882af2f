import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHAT_MAX_TOKENS,
  CHAT_TEMPERATURE,
  CHAT_TOP_P,
  CONTEXT_MAX_CHARACTERS,
  CONTEXT_MESSAGES_MAX,
  contextWindow,
  sessionTitle,
} from "./conversation";

test("a first message is sent alone", () => {
  expect(contextWindow([], "Hello")).toEqual([{ role: "user", content: "Hello" }]);
});

test("earlier messages come oldest first and the current one last", () => {
  const newestFirst = [
    { role: "assistant", content: "two" },
    { role: "user", content: "one" },
  ];
  expect(contextWindow(newestFirst, "three")).toEqual([
    { role: "user", content: "one" },
    { role: "assistant", content: "two" },
    { role: "user", content: "three" },
  ]);
});

test("sends only the newest twenty and does not change the list", () => {
  const newestFirst = Array.from({ length: 30 }, (_, index) => ({ role: "user", content: String(30 - index) }));
  const turns = contextWindow(newestFirst, "now");
  expect(CONTEXT_MESSAGES_MAX).toBe(20);
  expect(turns.map(({ content }) => content)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => String(index + 11)),
    "now",
  ]);
  expect(newestFirst[0]?.content).toBe("30");
});

test("sends only role and content of a stored message", () => {
  const stored = { role: "assistant", content: "a", id: "m1", creditsUsed: 0 };
  expect(contextWindow([stored], "b")[0]).toEqual({ role: "assistant", content: "a" });
});

test("sends the newest messages that fit within the limit together", () => {
  const long = "x".repeat(CONTEXT_MAX_CHARACTERS / 2);
  const newestFirst = ["three", long, "one"].map((content) => ({ role: "user", content }));
  expect(
    contextWindow(newestFirst, "y".repeat(CONTEXT_MAX_CHARACTERS / 2 - 5)).map(({ content }) => content[0]),
  ).toEqual(["x", "t", "y"]);
  // With one more character the long message does not fit. Older messages are left out too, even short ones: no gaps.
  expect(
    contextWindow(newestFirst, "y".repeat(CONTEXT_MAX_CHARACTERS / 2 - 4)).map(({ content }) => content[0]),
  ).toEqual(["t", "y"]);
});

test("the current message is always sent", () => {
  const current = "y".repeat(CONTEXT_MAX_CHARACTERS + 1);
  expect(contextWindow([{ role: "user", content: "one" }], current)).toEqual([{ role: "user", content: current }]);
});

test("a short message is its own title", () => {
  expect(sessionTitle("Hello")).toBe("Hello");
});

test("a long message is cut to its first 100 characters", () => {
  expect(sessionTitle(`${"a".repeat(100)}b`)).toBe("a".repeat(100));
});

test("an emoji at the limit is kept whole or left out", () => {
  expect(sessionTitle(`${"a".repeat(99)}😀b`)).toBe(`${"a".repeat(99)}😀`);
  expect(sessionTitle("😀".repeat(150))).toBe("😀".repeat(100));
});

test("the title of any message is its first 100 code points", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300, size: "max" }), (message) => {
      expect(sessionTitle(message)).toBe(Array.from(message).slice(0, 100).join(""));
    }),
  );
});

test("responses use temperature 0.7, top_p 0.95 and at most 2048 tokens", () => {
  expect([CHAT_TEMPERATURE, CHAT_TOP_P, CHAT_MAX_TOKENS]).toEqual([0.7, 0.95, 2048]);
});
