import { describe, expect, it } from "vitest";
import { settleDueInstallments, upcomingInstallments } from "./installments";

const terms = {
  creditsPerGrant: 1_000,
  intervalMonths: 1,
  grantsRemaining: 3,
  totalCreditsRemaining: 2_500,
  nextGrantAt: new Date("2026-01-31T10:00:00Z"),
};

describe("upcomingInstallments", () => {
  it("names dates and amounts, the last one being whatever is left", () => {
    expect(upcomingInstallments(terms)).toEqual([
      { grantAt: new Date("2026-01-31T10:00:00Z"), credits: 1_000 },
      { grantAt: new Date("2026-02-28T10:00:00Z"), credits: 1_000 },
      { grantAt: new Date("2026-03-28T10:00:00Z"), credits: 500 },
    ]);
  });

  it("promises what the periodic grant then pays", () => {
    for (const schedule of [terms, { ...terms, grantsRemaining: 11, totalCreditsRemaining: 11_003 }]) {
      const paid = settleDueInstallments(schedule, new Date("2030-01-01T00:00:00Z"), 36);
      expect(upcomingInstallments(schedule).map(({ credits }) => credits)).toEqual(paid.amounts);
    }
  });

  it("ends with the credits, and stays bounded", () => {
    expect(upcomingInstallments({ ...terms, totalCreditsRemaining: 0 })).toEqual([]);
    expect(upcomingInstallments({ ...terms, grantsRemaining: 1e6, totalCreditsRemaining: 1e9 })).toHaveLength(120);
  });
});
