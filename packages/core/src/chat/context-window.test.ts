import { expect, test } from "vitest";
import { CONTEXT_MAX_CHARACTERS, CONTEXT_MESSAGES_MAX, contextWindow } from "./context-window";

test("a first message goes alone", () => {
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

test("only the newest twenty travel, and the given list is left alone", () => {
  const newestFirst = Array.from({ length: 30 }, (_, index) => ({ role: "user", content: String(30 - index) }));
  const turns = contextWindow(newestFirst, "now");
  expect(CONTEXT_MESSAGES_MAX).toBe(20);
  expect(turns.map(({ content }) => content)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => String(index + 11)),
    "now",
  ]);
  expect(newestFirst[0]?.content).toBe("30");
});

test("nothing but role and content of a stored message travels", () => {
  const stored = { role: "assistant", content: "a", id: "m1", creditsUsed: 0 };
  expect(contextWindow([stored], "b")[0]).toEqual({ role: "assistant", content: "a" });
});

test("all messages together stay within the limit: the newest that fit travel", () => {
  const long = "x".repeat(CONTEXT_MAX_CHARACTERS / 2);
  const newestFirst = ["three", long, "one"].map((content) => ({ role: "user", content }));
  expect(
    contextWindow(newestFirst, "y".repeat(CONTEXT_MAX_CHARACTERS / 2 - 5)).map(({ content }) => content[0]),
  ).toEqual(["x", "t", "y"]);
  // One character more, and the long one stays behind. So does what is older, short as it is: no gaps.
  expect(
    contextWindow(newestFirst, "y".repeat(CONTEXT_MAX_CHARACTERS / 2 - 4)).map(({ content }) => content[0]),
  ).toEqual(["t", "y"]);
});

test("the current message always travels", () => {
  const current = "y".repeat(CONTEXT_MAX_CHARACTERS + 1);
  expect(contextWindow([{ role: "user", content: "one" }], current)).toEqual([{ role: "user", content: current }]);
});
