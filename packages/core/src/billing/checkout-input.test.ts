import { expect, test } from "vitest";
import { parseInput } from "../input/parse";
import { CATALOGUE_KEYS } from "./catalogue";
import { CheckoutInput } from "./checkout-input";

const URLS = { successUrl: "https://shop.example/done?x=1", cancelUrl: "http://localhost:3000/billing" };

test.each(CATALOGUE_KEYS)("%s can be bought", (key) => {
  expect(parseInput(CheckoutInput, { key, ...URLS })).toEqual({ key, ...URLS });
});

test.each(["free", "gold", "", "__proto__", "constructor", "toString", 5, null, undefined, ["pack_200"]])(
  "a key of %j is refused with the list of keys",
  (key) => {
    expect(() => parseInput(CheckoutInput, { key, ...URLS })).toThrow(
      "key must be one of starter_monthly, starter_yearly, pro_monthly, pro_yearly, pack_200",
    );
  },
);

test.each(["successUrl", "cancelUrl"])("%s may be left out and must be an absolute http(s) address", (field) => {
  const input = { key: "pack_200", ...URLS };
  for (const absent of [undefined, null, " "]) {
    expect(parseInput(CheckoutInput, { ...input, [field]: absent })).toMatchObject({ [field]: undefined });
  }
  expect(() => parseInput(CheckoutInput, { ...input, [field]: 5 })).toThrow(`${field} must be a string`);
  for (const bad of ["/done", "javascript:alert(1)", "ftp://a.example/", "//a.example"]) {
    expect(() => parseInput(CheckoutInput, { ...input, [field]: bad })).toThrow(
      `${field} must be an absolute http(s) URL`,
    );
  }
});

test("of several problems the first field's is reported", () => {
  expect(() => parseInput(CheckoutInput, {})).toThrow("key must be one of");
  expect(() => parseInput(CheckoutInput, { key: "pack_200", successUrl: 5, cancelUrl: "x" })).toThrow(
    "successUrl must be a string",
  );
});
