import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locale";
import { SUGGESTION_TEXTS } from "./language-suggestion";

it("has its texts in every language", () => {
  expect(Object.keys(SUGGESTION_TEXTS).sort()).toEqual([...LOCALES].sort());
});
