import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors";
import { optionalBoolean, optionalChoice, requiredChoice, requiredId } from "./fields";
import { parseInput } from "./parse";

const Input = z.object({ userId: requiredId("userId") });

test("an id is given back as it was sent", () => {
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

test.each([undefined, null])("%s is refused where required and left out where optional", (value) => {
  expect(requiredChoice("word", CHOICES).safeParse(value).success).toBe(false);
  expect(optionalChoice("word", CHOICES).parse(value)).toBeUndefined();
});

test("true and false are kept, absent and null are left out", () => {
  const schema = optionalBoolean("flag");
  expect([true, false, null, undefined].map((value) => schema.parse(value))).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
});

test.each(["true", "", 0, 1, []])("%j is refused by name", (value) => {
  expect(optionalBoolean("flag").safeParse(value).error?.issues[0]?.message).toBe("flag must be true or false");
});
