import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors";
import {
  isBlank,
  optionalBoolean,
  optionalChoice,
  optionalText,
  requiredChoice,
  requiredId,
  requiredText,
  textProblem,
} from "./fields";
import { firstIssueMessage, parseInput } from "./parse";

const Input = z.object({ userId: requiredId("userId") });

test("an id is returned unchanged", () => {
  for (const userId of ["u", " u ", "x".repeat(200)]) expect(parseInput(Input, { userId })).toEqual({ userId });
});

test.each<[unknown, string]>([
  [undefined, "userId is required"],
  [" ", "userId is required"],
  [5, "userId must be a string"],
  ["a\0b", "userId must not contain NUL characters"],
  ["x".repeat(201), "userId must be at most 200 characters"],
])("the id %j is refused", (userId, message) => {
  expect(() => parseInput(Input, { userId })).toThrow(new AppError("bad_request", message));
});

const CHOICES = ["one", "two"] as const;

test("a listed word is accepted", () => {
  expect(requiredChoice("word", CHOICES).parse("two")).toBe("two");
  expect(optionalChoice("word", CHOICES).parse("two")).toBe("two");
});

test.each(["three", "ONE", " one", "", 1, true, [], "__proto__", "toString"])(
  "%j is refused with the list",
  (value) => {
    for (const schema of [requiredChoice("word", CHOICES), optionalChoice("word", CHOICES)]) {
      expect(schema.safeParse(value).error?.issues[0]?.message).toBe("word must be one of one, two");
    }
  },
);

test.each([undefined, null])("%s is refused if required and counts as absent if optional", (value) => {
  expect(requiredChoice("word", CHOICES).safeParse(value).success).toBe(false);
  expect(optionalChoice("word", CHOICES).parse(value)).toBeUndefined();
});

test("true and false are kept, null counts as absent", () => {
  const schema = optionalBoolean("flag");
  expect([true, false, null, undefined].map((value) => schema.parse(value))).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
});

test.each(["true", "", 0, 1, []])("%j is refused with the field's name", (value) => {
  expect(optionalBoolean("flag").safeParse(value).error?.issues[0]?.message).toBe("flag must be true or false");
});

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
  ])("%j is refused with the field's name", (value, message) => {
    expect(messageOf(required, value)).toBe(message);
    expect(messageOf(optional, value)).toBe(message);
  });

  test.each(["12345", "😀😀😀😀😀", " a ", "é\n\t"])("%j is returned unchanged", (value) => {
    expect(required.parse(value)).toBe(value);
    expect(optional.parse(value)).toBe(value);
  });

  test.each([5, true, [], {}, new Date(0)])("%j is refused because it is not a string", (value) => {
    expect(messageOf(required, value)).toBe("title must be a string");
    expect(messageOf(optional, value)).toBe("title must be a string");
  });

  test("counts the length in code points", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "é", "😀", "文") });
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 12 }), (value, max) => {
        const tooLong = Array.from(value).length > max;
        expect(textProblem("t", value, max)).toBe(tooLong ? `t must be at most ${max} characters` : undefined);
      }),
    );
  });

  test("accepted text survives UTF-8 encoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        fc.pre(textProblem("t", value, 1_000) === undefined);
        expect(new TextDecoder().decode(new TextEncoder().encode(value))).toBe(value);
      }),
    );
  });
});

test.each([undefined, null, "", "   ", "\n\t\u00a0"])(
  "%j counts as absent: refused if required, undefined if optional",
  (value) => {
    expect(messageOf(required, value)).toBe("Title is required");
    expect(optional.parse(value)).toBeUndefined();
  },
);

test("only white space is blank", () => {
  expect(isBlank(" \u2003\n")).toBe(true);
  expect(isBlank(" . ")).toBe(false);
});

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  // Within an object, because a root value of the wrong type has its own message.
  expect(z.object({ title: schema }).safeParse({ title: value }).success).toBe(error === undefined);
  return error && firstIssueMessage(new z.ZodError(error.issues.map((issue) => ({ ...issue, path: ["title"] }))));
}
