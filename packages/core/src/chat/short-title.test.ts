import fc from "fast-check";
import { expect, test } from "vitest";
import { shortTitle } from "./short-title";

test.each([
  ["What floats on water?", "What floats on water?"],
  ["hello", "Hello"],
  ["Hi! Can you please explain how tides work? I am ten.", "Explain how tides work?"],
  ["# Plan\n\nwrite a plan", "Plan"],
  ["```ts\nconst a = 1;\n```\nwhat does **this** do", "Const a = 1"],
  [
    "Write a friendly e-mail that moves a meeting to next Tuesday. Keep it short.",
    "Write a friendly e-mail that moves a meeting to next…",
  ],
  ["请帮我写一封邮件。谢谢", "写一封邮件"],
  ["你好！潮汐是怎么形成的？", "潮汐是怎么形成的？"],
  ["please", "Please"],
  ["explain `snake_case` names", "Explain snake_case names"],
  ["  \n ", ""],
  ["see https://example.com/a.b.c for more", "See https://example.com/a.b.c for more"],
])("%j becomes %j", (message, title) => expect(shortTitle(message)).toBe(title));

test("is never longer than 56 characters, nor empty for a message with text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (message) => {
      const title = shortTitle(message);
      // A capital may have more letters: "ß" becomes "SS".
      expect(Array.from(title).length).toBeLessThanOrEqual(58);
      if (/\p{L}/u.test(message)) expect(title).not.toBe("");
    }),
  );
});
