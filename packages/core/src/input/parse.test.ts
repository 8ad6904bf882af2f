import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors";
import { optionalBoolean, optionalText, requiredChoice, requiredText } from "./fields";
import { firstIssueMessage, parseInput } from "./parse";

const Schema = z.object({
  first: requiredText("first", "First is required", 10),
  second: requiredChoice("second", ["a", "b"]),
  third: optionalBoolean("third"),
  fourth: optionalText("fourth", 10),
});

test("a good input is given back, without keys nobody asked for", () => {
  const input = { first: "x", second: "a", third: true, fourth: "y", extra: 1 };
  expect(parseInput(Schema, input)).toEqual({ first: "x", second: "a", third: true, fourth: "y" });
});

test("optional fields given as null count as absent", () => {
  expect(parseInput(Schema, { first: "x", second: "a", third: null, fourth: null })).toEqual({
    first: "x",
    second: "a",
  });
});

test.each([undefined, null, "text", 5, true, [], [{ first: "x" }]])("a body of %j is no JSON object", (body) => {
  expect(() => parseInput(Schema, body)).toThrow(new AppError("bad_request", "Request body must be a JSON object"));
});

test.each([
  [{ fourth: 1, third: 1, second: 1 }, "First is required"],
  [{ fourth: 1, third: 1, second: 1, first: 1 }, "first must be a string"],
  [{ fourth: 1, third: 1, second: 1, first: "x" }, "second must be one of a, b"],
  [{ fourth: 1, third: 1, second: "a", first: "x" }, "third must be true or false"],
  [{ fourth: 1, third: true, second: "a", first: "x" }, "fourth must be a string"],
])("of %j the first problem in the schema's order is told", (body, message) => {
  expect(() => parseInput(Schema, body)).toThrow(new AppError("bad_request", message));
});

test("a member called __proto__ brings no fields in", () => {
  const body: unknown = JSON.parse('{"__proto__":{"first":"x","second":"a"}}');
  expect(() => parseInput(Schema, body)).toThrow("First is required");
});

test("the other transport tells the same text from the schema's own error", () => {
  const { error } = Schema.safeParse({ second: "c" });
  expect(error && firstIssueMessage(error)).toBe("First is required");
});
