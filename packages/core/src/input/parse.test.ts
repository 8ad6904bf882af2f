import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors";
import { optionalBoolean, optionalText, requiredChoice, requiredText } from "./fields";
import { firstIssueMessage, JSON_DEPTH_MAX, JSON_VALUES_MAX, jsonProblem, parseInput, parseJson } from "./parse";

const Schema = z.object({
  first: requiredText("first", "First is required", 10),
  second: requiredChoice("second", ["a", "b"]),
  third: optionalBoolean("third"),
  fourth: optionalText("fourth", 10),
});

test("valid input is returned without unknown keys", () => {
  const input = { first: "x", second: "a", third: true, fourth: "y", extra: 1 };
  expect(parseInput(Schema, input)).toEqual({ first: "x", second: "a", third: true, fourth: "y" });
});

test("optional fields that are null count as absent", () => {
  expect(parseInput(Schema, { first: "x", second: "a", third: null, fourth: null })).toEqual({
    first: "x",
    second: "a",
  });
});

test.each([undefined, null, "text", 5, true, [], [{ first: "x" }]])("a body of %j is not a JSON object", (body) => {
  expect(() => parseInput(Schema, body)).toThrow(new AppError("bad_request", "Request body must be a JSON object"));
});

test.each([
  [{ fourth: 1, third: 1, second: 1 }, "First is required"],
  [{ fourth: 1, third: 1, second: 1, first: 1 }, "first must be a string"],
  [{ fourth: 1, third: 1, second: 1, first: "x" }, "second must be one of a, b"],
  [{ fourth: 1, third: 1, second: "a", first: "x" }, "third must be true or false"],
  [{ fourth: 1, third: true, second: "a", first: "x" }, "fourth must be a string"],
])("of %j the first problem in the schema's order is reported", (body, message) => {
  expect(() => parseInput(Schema, body)).toThrow(new AppError("bad_request", message));
});

test("a member called __proto__ adds no fields", () => {
  const body: unknown = JSON.parse('{"__proto__":{"first":"x","second":"a"}}');
  expect(() => parseInput(Schema, body)).toThrow("First is required");
});

test("the text of the schema's own error is the same, for the other transport", () => {
  const { error } = Schema.safeParse({ second: "c" });
  expect(error && firstIssueMessage(error)).toBe("First is required");
});

const TOO_DEEP = "Request body must not nest deeper than 32 levels";
const TOO_MANY = "Request body must not hold more than 10000 values";
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe("jsonProblem", () => {
  it.each([
    nested(JSON_DEPTH_MAX),
    `{"a":${nested(JSON_DEPTH_MAX - 1)}}`,
    `[${nested(31)},${nested(31)}]`,
    `{"${"[".repeat(100)}":"${"{".repeat(100)}"}`,
    `["\\"${"[".repeat(100)}","\\\\","\\\\\\"${"[".repeat(100)}"]`,
    `"${"[".repeat(100)}`,
    `[${Array.from({ length: JSON_VALUES_MAX - 1 }, () => 1).join(",")}]`,
    "",
  ])("accepts JSON within both limits (%#)", (text) => {
    expect(jsonProblem(text)).toBeNull();
  });

  it.each([
    nested(JSON_DEPTH_MAX + 1),
    "[".repeat(1_000_000),
    `{"a":`.repeat(33),
    `["\\\\",${nested(32)}]`,
    `["\\\\\\"",${nested(32)}]`,
  ])("refuses deeper JSON, complete or not (%#)", (text) => {
    expect(jsonProblem(text)).toBe(TOO_DEEP);
  });

  it.each([
    `[${Array.from({ length: JSON_VALUES_MAX + 1 }, () => 1).join(",")}]`,
    `[${Array.from({ length: JSON_VALUES_MAX }, () => "[]").join(",")}]`,
    ",".repeat(JSON_VALUES_MAX + 1),
  ])("refuses JSON with more values (%#)", (text) => {
    expect(jsonProblem(text)).toBe(TOO_MANY);
  });

  it("counts the levels of any JSON, ignoring the content of its strings", () => {
    const hostileText = fc.string({ unit: fc.constantFrom('"', "\\", "[", "{", "]", "}", ",", "é", "a") });
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: "max", maxDepth: 40 },
        hostileText,
        fc.array(tie("json"), { maxLength: 2 }),
        fc.dictionary(hostileText, tie("json"), { maxKeys: 2 }),
      ),
    }));
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 33 }), (value, wrappedIn) => {
        const text = `${"[".repeat(wrappedIn)}${JSON.stringify(value)}${"]".repeat(wrappedIn)}`;
        const problem = depthOf(JSON.parse(text)) > JSON_DEPTH_MAX ? TOO_DEEP : null;
        fc.pre(text.length < JSON_VALUES_MAX);
        expect(jsonProblem(text)).toBe(problem);
        expect(jsonProblem(Buffer.from(text).toString("latin1"))).toBe(problem);
      }),
    );
  });
});

test("parseJson parses valid JSON and reports other text", () => {
  expect(parseJson('{"a":[1,"é"]}')).toEqual({ a: [1, "é"] });
  expect(() => parseJson("{")).toThrow("Request body must be valid JSON");
  expect(() => parseJson(nested(33))).toThrow(TOO_DEEP);
});
