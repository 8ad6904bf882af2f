import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors";
import { requiredId } from "./id";
import { parseInput } from "./parse-input";

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
