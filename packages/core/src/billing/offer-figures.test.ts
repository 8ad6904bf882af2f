import { describe, expect, it } from "vitest";
import { CATALOGUE, type CatalogueKey, findCatalogueItem, totalCredits } from "./catalogue";
import { affordableUnits, offerFigures } from "./offer-figures";

function figuresOf(key: CatalogueKey) {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not in the catalogue`);
  return offerFigures(item, 10);
}

describe("offerFigures", () => {
  it("compares a monthly plan by its month", () => {
    expect(figuresOf("starter_monthly")).toEqual({
      periodCents: 2_900,
      periodCredits: 1_000,
      units: { chats: 100, images: 50, videos: 20 },
      unitCents: 290,
      yearlySavingPercent: 17,
      yearlyCredits: 12_000,
    });
  });

  it("compares a yearly plan by a twelfth of its price and credits", () => {
    expect(figuresOf("starter_yearly")).toEqual({
      periodCents: 2_417,
      periodCredits: 1_000,
      units: { chats: 100, images: 50, videos: 20 },
      unitCents: 242,
      yearlySavingPercent: 17,
      yearlyCredits: 12_000,
    });
  });

  it("compares the pack by what it brings once", () => {
    expect(figuresOf("pack_200")).toEqual({
      periodCents: 500,
      periodCredits: 200,
      units: { chats: 20, images: 10, videos: 4 },
      unitCents: 250,
      yearlySavingPercent: null,
      yearlyCredits: null,
    });
  });

  it("has the same credits a month as the instalments of a yearly plan", () => {
    for (const item of CATALOGUE) {
      if (item.kind !== "subscription" || item.grantSchedule.mode !== "installments") continue;
      const { grantsPerCycle, creditsPerGrant } = item.grantSchedule;
      expect(offerFigures(item, 10).periodCredits).toBe(creditsPerGrant);
      expect(totalCredits(item)).toBe(grantsPerCycle * creditsPerGrant);
    }
  });
});

describe("affordableUnits", () => {
  it("counts whole chats, images and videos only", () => {
    expect(affordableUnits(200, 10)).toEqual({ chats: 20, images: 10, videos: 4 });
    expect(affordableUnits(49, 10)).toEqual({ chats: 4, images: 2, videos: 0 });
  });
});
