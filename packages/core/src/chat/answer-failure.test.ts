import { expect, test } from "vitest";
import { EmptyAnswerError, FilteredAnswerError, isEmptyAnswer, returnsCharge } from "./answer-failure";

test.each([
  ["", true],
  [" \n\t", true],
  [".", false],
])("an answer of %j is empty: %s", (text, isEmpty) => expect(isEmptyAnswer(text)).toBe(isEmpty));

test.each([
  ["empty", new EmptyAnswerError(), "", true],
  ["failed before its first word", new Error("reset"), " \n", true],
  ["filtered before its first word", new FilteredAnswerError(), "", true],
  ["filtered later", new FilteredAnswerError(), "Half of", true],
  ["cut after its first word", new Error("reset"), "Half of", false],
])("an answer that was %s returns its charge: %#", (_name, error, text, isReturned) =>
  expect(returnsCharge(error, text)).toBe(isReturned),
);
