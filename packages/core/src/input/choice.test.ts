import { expect, test } from "vitest";
import { optionalChoice, requiredChoice } from "./choice";

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
