import { expect, test } from "vitest";
import {
  CHAT_STREAM_ERROR,
  type ChatStreamEvent,
  EmptyResponseError,
  FilteredResponseError,
  formatSseEvent,
  isEmptyResponse,
  mergeContentEvents,
  returnsCreditsOnFailure,
} from "./chat-stream";

test("an event is one data line and an empty line", () => {
  expect(formatSseEvent({ type: "metadata", sessionId: "s-1", remainingCredits: 90 })).toBe(
    'data: {"type":"metadata","sessionId":"s-1","remainingCredits":90}\n\n',
  );
  expect(formatSseEvent({ type: "done" })).toBe('data: {"type":"done"}\n\n');
  expect(formatSseEvent({ type: "error", error: CHAT_STREAM_ERROR })).toBe(
    'data: {"type":"error","error":"Failed to process chat"}\n\n',
  );
});

test.each(["a\nb", "a\r\nb", "\n\ndata: x", "\u2028", '"', "😀"])("content %j stays on one line", (content) => {
  const event: ChatStreamEvent = { type: "content", content };
  const text = formatSseEvent(event);
  expect(text.slice(0, -2)).not.toMatch(/[\r\n]/);
  expect(JSON.parse(text.slice("data: ".length))).toEqual(event);
});

test("merges neighbouring content events and no others", () => {
  const metadata: ChatStreamEvent = { type: "metadata", sessionId: "s-1", remainingCredits: 90 };
  const content = (text: string): ChatStreamEvent => ({ type: "content", content: text });
  const done: ChatStreamEvent = { type: "done" };
  expect(mergeContentEvents([metadata, content("a"), content("b"), done])).toEqual([metadata, content("ab"), done]);
  expect(mergeContentEvents([content("a"), metadata, content("b")])).toEqual([content("a"), metadata, content("b")]);
  expect(mergeContentEvents([metadata, done])).toEqual([metadata, done]);
  expect(mergeContentEvents([])).toEqual([]);
});

test.each([
  ["", true],
  [" \n\t", true],
  [".", false],
])("a response of %j is empty: %s", (text, isEmpty) => expect(isEmptyResponse(text)).toBe(isEmpty));

test.each([
  ["empty", new EmptyResponseError(), "", true],
  ["failed before its first word", new Error("reset"), " \n", true],
  ["filtered before its first word", new FilteredResponseError(), "", true],
  ["filtered later", new FilteredResponseError(), "Half of", true],
  ["cut after its first word", new Error("reset"), "Half of", false],
])("a response that was %s returns its charge: %#", (_name, error, text, isReturned) =>
  expect(returnsCreditsOnFailure(error, text)).toBe(isReturned),
);
