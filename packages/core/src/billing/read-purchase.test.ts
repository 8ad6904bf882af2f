import { describe, expect, test } from "vitest";
import { CATALOGUE, CATALOGUE_KEYS, type CatalogueKey } from "./catalogue";
import { parseProviderEvent } from "./provider-event";
import { readPurchase } from "./read-purchase";

const PRODUCTS = Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, `prod_${key}`])) as Record<CatalogueKey, string>;

function event(object: object) {
  return parseProviderEvent({ id: "evt_1", eventType: "checkout.completed", object }, new Date());
}
const read = (object: object, key: string, kind: string) =>
  readPurchase(event(object), { userId: "u", key, kind }, PRODUCTS);

test.each(CATALOGUE)("$key is sold as $kind", (item) => {
  const purchase = read({}, item.key, item.kind);
  expect(purchase).toMatchObject({ userId: "u", item, attention: null, otherKeyInMetadata: null });
});

test.each(CATALOGUE)("$key is sold as nothing else", ({ key, kind }) => {
  const other = kind === "one_time" ? "subscription" : "one_time";
  expect(() => read({}, key, other)).toThrow("metadata.kind does not fit metadata.key");
});

test.each(["free", "gold", "__proto__", ""])("%j is not for sale", (key) => {
  expect(() => read({}, key, "subscription")).toThrow("metadata.key is not for sale");
});

describe("what was bought is what the product says", () => {
  test("a configured product decides, and metadata that disagrees is noted", () => {
    expect(read({ product: { id: "prod_starter_monthly" } }, "pro_yearly", "subscription")).toMatchObject({
      item: { key: "starter_monthly" },
      attention: "paid for starter_monthly, metadata says pro_yearly",
      otherKeyInMetadata: "pro_yearly",
    });
  });

  test.each([
    { product: "prod_pack_200" },
    { product: { id: "prod_pack_200" } },
    { order: { product: "prod_pack_200" } },
  ])("%j is the pack", (object) => {
    expect(read(object, "pack_200", "one_time")).toMatchObject({ item: { key: "pack_200" }, attention: null });
  });

  test("a plan's subscription counts although the metadata speaks of a pack", () => {
    const object = {
      product: "prod_starter_monthly",
      subscription: "sub_1",
      metadata: { userId: "u", key: "pack_200", kind: "one_time" },
    };
    expect(read(object, "pack_200", "one_time").subscriptionId).toBe("sub_1");
  });

  test("of a product that is not configured the metadata decides, and somebody is to look at it", () => {
    expect(read({ product: { id: "prod_other" } }, "pro_yearly", "subscription")).toMatchObject({
      item: { key: "pro_yearly" },
      attention: "product prod_other is not configured, metadata says pro_yearly",
      otherKeyInMetadata: null,
    });
  });

  test("an amount below the price is flagged, one that is not named is not", () => {
    const order = { id: "ord_1", amount: 1, currency: "EUR" };
    expect(read({ order }, "starter_monthly", "subscription").attention).toBe("paid 1 cents (eur), the price is 2900");
    expect(read({ order: { id: "ord_1" } }, "starter_monthly", "subscription").attention).toBeNull();
  });
});
