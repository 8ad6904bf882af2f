import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { JSON_DEPTH_MAX, JSON_VALUES_MAX, jsonProblem, parseJson } from "./parse";

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
  ])("lets pass what is no deeper and holds no more (%#)", (text) => {
    expect(jsonProblem(text)).toBeNull();
  });

  it.each([
    nested(JSON_DEPTH_MAX + 1),
    "[".repeat(1_000_000),
    `{"a":`.repeat(33),
    `["\\\\",${nested(32)}]`,
    `["\\\\\\"",${nested(32)}]`,
  ])("refuses what is deeper, finished or not (%#)", (text) => {
    expect(jsonProblem(text)).toBe(TOO_DEEP);
  });

  it.each([
    `[${Array.from({ length: JSON_VALUES_MAX + 1 }, () => 1).join(",")}]`,
    `[${Array.from({ length: JSON_VALUES_MAX }, () => "[]").join(",")}]`,
    ",".repeat(JSON_VALUES_MAX + 1),
  ])("refuses what holds more values (%#)", (text) => {
    expect(jsonProblem(text)).toBe(TOO_MANY);
  });

  it("counts the levels of any JSON, whatever its strings hold", () => {
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

test("parseJson parses, and says what is wrong", () => {
  expect(parseJson('{"a":[1,"é"]}')).toEqual({ a: [1, "é"] });
  expect(() => parseJson("{")).toThrow("Request body must be valid JSON");
  expect(() => parseJson(nested(33))).toThrow(TOO_DEEP);
});
