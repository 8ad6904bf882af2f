import { expect, test } from "vitest";
import { CATALOGUE } from "../catalogue/plans";
import { readPurchase } from "./read-purchase";

test.each(CATALOGUE)("$key is sold as $kind", (item) => {
  expect(readPurchase({ userId: "u", key: item.key, kind: item.kind })).toEqual({ userId: "u", item });
});

test.each(CATALOGUE)("$key is sold as nothing else", ({ key, kind }) => {
  const other = kind === "one_time" ? "subscription" : "one_time";
  expect(() => readPurchase({ userId: "u", key, kind: other })).toThrow("metadata.kind does not fit metadata.key");
});

test.each(["free", "gold", "__proto__", ""])("%j is not for sale", (key) => {
  expect(() => readPurchase({ userId: "u", key, kind: "subscription" })).toThrow("metadata.key is not for sale");
});
