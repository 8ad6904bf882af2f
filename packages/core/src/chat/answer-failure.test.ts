import { expect, test } from "vitest";
import { EmptyResponseError, FilteredResponseError, isEmptyResponse, returnsCreditsOnFailure } from "./answer-failure";

test.each([
  ["", true],
  [" \n\t", true],
  [".", false],
])("an answer of %j is empty: %s", (text, isEmpty) => expect(isEmptyResponse(text)).toBe(isEmpty));

test.each([
  ["empty", new EmptyResponseError(), "", true],
  ["failed before its first word", new Error("reset"), " \n", true],
  ["filtered before its first word", new FilteredResponseError(), "", true],
  ["filtered later", new FilteredResponseError(), "Half of", true],
  ["cut after its first word", new Error("reset"), "Half of", false],
])("an answer that was %s returns its charge: %#", (_name, error, text, isReturned) =>
  expect(returnsCreditsOnFailure(error, text)).toBe(isReturned),
);
