import { CATALOGUE, findCatalogueItem } from "@app/core/billing/catalogue";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMessages } from "~/i18n/locale";
import { describeOffer } from "./describe-offer";

beforeAll(async () => {
  await loadMessages("en", { isAdmin: false });
  await loadMessages("zh", { isAdmin: false });
});

function itemOf(key: string) {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not in the catalogue`);
  return item;
}
const textsOf = (key: string) => describeOffer(itemOf(key), "en");

describe("describeOffer", () => {
  it("describes the immediate and later credits of a yearly plan", () => {
    expect(textsOf("starter_yearly")).toEqual({
      name: "Starter",
      price: "$290",
      period: "a year",
      credits: "12,000 credits",
      grantTiming: "1,000 now, then 1,000 a month for 11 months",
      unitPrice: "$24.17 per 1,000 credits",
      saving: "2 months free",
    });
    expect(describeOffer(itemOf("starter_yearly"), "zh")).toMatchObject({
      grantTiming: "立即到账 1,000 积分，之后每月 1,000，共 11 个月",
    });
  });

  it("describes a monthly plan", () => {
    expect(textsOf("pro_monthly")).toMatchObject({
      price: "$99",
      period: "a month",
      credits: "10,000 credits",
      unitPrice: "$9.90 per 1,000 credits",
      saving: null,
    });
  });

  it("describes the pack as a one-time purchase", () => {
    expect(textsOf("pack_200")).toMatchObject({ price: "$5", period: "once", credits: "200 credits" });
  });

  it("has texts for every catalogue item", () => {
    for (const item of CATALOGUE) {
      const { saving: _saving, ...texts } = describeOffer(item, "en");
      expect(Object.values(texts).every(Boolean)).toBe(true);
    }
  });
});
