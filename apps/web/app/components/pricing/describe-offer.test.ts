import { CATALOGUE, findCatalogueItem } from "@app/core/catalogue/plans";
import { describe, expect, it } from "vitest";
import { formatFor } from "~/i18n/format";
import { creditsBuy } from "./credits-buy";
import { describeOffer } from "./describe-offer";

const textsOf = (key: string) => {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not in the catalogue`);
  return describeOffer(item, formatFor("en"));
};

describe("describeOffer", () => {
  it("says of a yearly plan what comes now and what comes later", () => {
    expect(textsOf("starter_yearly")).toEqual({
      price: "$290",
      period: "a year",
      credits: "12,000 credits a year",
      arrival: "1,000 now, then 1,000 a month for 11 months",
    });
  });

  it("says of a monthly plan that its credits come at once", () => {
    expect(textsOf("pro_monthly")).toMatchObject({
      price: "$99",
      period: "a month",
      credits: "10,000 credits a month",
    });
  });

  it("says of the pack that it is no subscription", () => {
    expect(textsOf("pack_200")).toMatchObject({ price: "$5", period: "once", credits: "200 credits" });
  });

  it("has words for everything in the catalogue", () => {
    for (const item of CATALOGUE) expect(Object.values(describeOffer(item, formatFor("en"))).every(Boolean)).toBe(true);
  });
});

describe("creditsBuy", () => {
  it("counts whole chats, images and videos only", () => {
    expect(creditsBuy(200)).toEqual({ chats: 20, images: 10, videos: 4 });
    expect(creditsBuy(49)).toEqual({ chats: 4, images: 2, videos: 0 });
  });
});
