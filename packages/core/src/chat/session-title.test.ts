import fc from "fast-check";
import { expect, test } from "vitest";
import { sessionTitle } from "./session-title";

test("a short message is its own title", () => {
  expect(sessionTitle("Hello")).toBe("Hello");
});

test("a long message gives its first 100 characters", () => {
  expect(sessionTitle(`${"a".repeat(100)}b`)).toBe("a".repeat(100));
});

test("an emoji at the edge is kept whole or left out", () => {
  expect(sessionTitle(`${"a".repeat(99)}😀b`)).toBe(`${"a".repeat(99)}😀`);
  expect(sessionTitle("😀".repeat(150))).toBe("😀".repeat(100));
});

test("of any message it is the first 100 code points", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300, size: "max" }), (message) => {
      expect(sessionTitle(message)).toBe(Array.from(message).slice(0, 100).join(""));
    }),
  );
});
