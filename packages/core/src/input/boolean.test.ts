import { expect, test } from "vitest";
import { optionalBoolean } from "./boolean";

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
