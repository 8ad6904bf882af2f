import { describe, expect, it } from "vitest";
import { cheapestMonthly } from "./monthly-cost";

describe("cheapestMonthly", () => {
  it.each([
    [0, { key: "pack_200", monthlyCents: 500, packs: 1, plans: 0 }],
    [201, { key: "pack_200", monthlyCents: 1_000, packs: 2, plans: 0 }],
    [900, { key: "starter_yearly", monthlyCents: 2_417, packs: 0, plans: 1 }],
    [10_000, { key: "pro_yearly", monthlyCents: 8_250, packs: 0, plans: 1 }],
    [10_001, { key: "pro_yearly", monthlyCents: 16_500, packs: 0, plans: 2 }],
  ])("%i credits", (credits, expected) => {
    expect(cheapestMonthly(credits)).toEqual(expected);
  });
});
