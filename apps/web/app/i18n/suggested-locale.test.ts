import { expect, it } from "vitest";
import { suggestedLocale } from "./suggested-locale";

it.each([
  ["zh-CN,zh;q=0.9,en;q=0.8", "en", "zh"],
  ["zh-TW", "en", "zh"],
  ["fr-FR,zh;q=0.7,en;q=0.5", "en", "zh"],
  ["en;q=0.5,zh-CN;q=0.9", "en", "zh"],
  ["en-US,zh;q=0.9", "en", null],
  ["zh-CN", "zh", null],
  ["en-GB", "zh", "en"],
  ["zh;q=0,en", "en", null],
  ["fr", "en", null],
  ["", "en", null],
  ["zh;q=x", "en", null],
])("a browser that asks for %j on a page in %s is offered %s", (acceptLanguage, current, suggested) => {
  expect(suggestedLocale(new Headers({ "accept-language": acceptLanguage }), current)).toBe(suggested);
});

it("suggests nothing to a visitor who has chosen", () => {
  const headers = new Headers({ "accept-language": "zh-CN", cookie: "theme=dark; genmint-language=en" });
  expect(suggestedLocale(headers, "en")).toBeNull();
});
