import { expect, it } from "vitest";
import { DISPLAY_MESSAGE_MAX_CHARS, reasonForLog, toDisplayMessage } from "./upstream-error";

it.each<[string, unknown, string | null]>([
  ["keeps a plain message", "The image may contain sensitive content.", "The image may contain sensitive content."],
  ["joins several lines", "  first\r\n\tsecond\u2028third ", "first second third"],
  ["removes control characters", "a\0b\u001b[31mc", "a b [31mc"],
  ["replaces addresses", "see https://user:pw@10.0.0.7:8080/x?k=1 please", "see [address] please"],
  ["returns null for blanks", " \n ", null],
  ["returns null for a value that is no text", { message: "x" }, null],
  ["returns null for undefined", undefined, null],
])("%s", (_name, text, shown) => {
  expect(toDisplayMessage(text)).toBe(shown);
});

it("cuts a long text to its bound, between characters", () => {
  const shown = toDisplayMessage("🦊".repeat(5_000)) ?? "";
  expect(Array.from(shown)).toHaveLength(DISPLAY_MESSAGE_MAX_CHARS);
  expect(shown).toMatch(/^(?:🦊)+…$/u);
});

it("keeps a text of just the bound", () => {
  const text = "x".repeat(DISPLAY_MESSAGE_MAX_CHARS);
  expect(toDisplayMessage(text)).toBe(text);
});

it.each<[string, string, string]>([
  [
    "the reason and not the repeated request",
    JSON.stringify({
      error: { code: "bad", message: "no", input: { prompt: "a boat" } },
      detail: [{ type: "too_short", loc: ["prompt"], msg: "too short", input: "a boat" }],
    }),
    '{"error":{"code":"bad","message":"no"},"detail":[{"type":"too_short","loc":["prompt"],"msg":"too short"}]}',
  ],
  [
    "a list of reasons, without a prompt that they quote",
    JSON.stringify({ message: ['"a boat" is too short'], trace_id: "t-1" }),
    '{"message":["\\"[prompt]\\" is too short"],"trace_id":"t-1"}',
  ],
  [
    "all of a body that names its reason in an unknown way, as some gateways do",
    JSON.stringify({ ResponseMetadata: { Error: { Code: "InvalidAccessKey", Message: "no a boat" } } }),
    '{"ResponseMetadata":{"Error":{"Code":"InvalidAccessKey","Message":"no [prompt]"}}}',
  ],
  ["a reason whatever its case", JSON.stringify({ Message: "no", Input: "a boat" }), '{"Message":"no"}'],
  ["a text, such as a proxy's page", "<h1>502</h1> of a boat", '"<h1>502</h1> of [prompt]"'],
])("the log keeps %s", (_name, body, kept) => expect(reasonForLog(body, "a boat")).toBe(kept));
