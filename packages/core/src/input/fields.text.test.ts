import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isBlank, optionalText, requiredText, textProblem } from "./fields";
import { firstIssueMessage } from "./parse";

const required = requiredText("title", "Title is required", 5);
const optional = optionalText("title", 5);

describe("any text", () => {
  test.each([
    ["a\0b", "title must not contain NUL characters"],
    ["\ud83d", "title must be valid Unicode text"],
    ["\ude00\ud83d", "title must be valid Unicode text"],
    ["123456", "title must be at most 5 characters"],
    ["😀😀😀😀😀😀", "title must be at most 5 characters"],
    ["1".repeat(1_000_000), "title must be at most 5 characters"],
  ])("%j is refused by name", (value, message) => {
    expect(messageOf(required, value)).toBe(message);
    expect(messageOf(optional, value)).toBe(message);
  });

  test.each(["12345", "😀😀😀😀😀", " a ", "é\n\t"])("%j is given back as it was sent", (value) => {
    expect(required.parse(value)).toBe(value);
    expect(optional.parse(value)).toBe(value);
  });

  test.each([5, true, [], {}, new Date(0)])("%j is refused as no string", (value) => {
    expect(messageOf(required, value)).toBe("title must be a string");
    expect(messageOf(optional, value)).toBe("title must be a string");
  });

  test("its length is counted in code points, as a full count would", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "é", "😀", "文") });
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 12 }), (value, max) => {
        const tooLong = Array.from(value).length > max;
        expect(textProblem("t", value, max)).toBe(tooLong ? `t must be at most ${max} characters` : undefined);
      }),
    );
  });

  test("what passes can be written as UTF-8 and read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        fc.pre(textProblem("t", value, 1_000) === undefined);
        expect(new TextDecoder().decode(new TextEncoder().encode(value))).toBe(value);
      }),
    );
  });
});

test.each([undefined, null, "", "   ", "\n\t\u00a0"])(
  "%j is missing: required refuses it, optional leaves it out",
  (value) => {
    expect(messageOf(required, value)).toBe("Title is required");
    expect(optional.parse(value)).toBeUndefined();
  },
);

test("only text of nothing but white space is blank", () => {
  expect(isBlank(" \u2003\n")).toBe(true);
  expect(isBlank(" . ")).toBe(false);
});

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  // Inside an object, because a root of the wrong type has a message of its own.
  expect(z.object({ title: schema }).safeParse({ title: value }).success).toBe(error === undefined);
  return error && firstIssueMessage(new z.ZodError(error.issues.map((issue) => ({ ...issue, path: ["title"] }))));
}
