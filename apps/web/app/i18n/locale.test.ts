import { expect, it } from "vitest";
import { pathInLocale } from "./locale";

it.each([
  ["/billing", "zh", "/zh/billing"],
  ["/zh/billing", "zh", "/zh/billing"],
  ["/zh/billing", "en", "/billing"],
  ["/en/billing", "zh", "/zh/billing"],
  ["/", "zh", "/zh"],
  ["/zh", "en", "/"],
  ["/zh/", "en", "/"],
  ["/zhong/billing/", "zh", "/zh/zhong/billing/"],
])("the page at %s has in %s the path %s", (path, locale, expected) => {
  expect(pathInLocale(path, locale)).toBe(expected);
});

it.each(["/zh//evil.example", "/en///evil.example/x", "//evil.example"])(
  "the page at %s, which does not exist, is on this site in every language",
  (path) => {
    const hosts = ["en", "zh"].map((locale) => new URL(pathInLocale(path, locale), "https://shop.example").host);
    expect(hosts).toEqual(["shop.example", "shop.example"]);
  },
);
