import { expect, test } from "vitest";
import { formatCents } from "./format-amount";

test.each([
  [0, "$0.00"],
  [5, "$0.05"],
  [500, "$5.00"],
  [2_900, "$29.00"],
  [99_000, "$990.00"],
  [123_456_789, "$1,234,567.89"],
  [2_147_483_647, "$21,474,836.47"],
  [-500, "-$5.00"],
])("%i cents read %s", (amountCents, expected) => {
  expect(formatCents(amountCents, "usd")).toBe(expected);
});

test.each([
  [500, "jpy", "¥500"],
  [1_050, "eur", "€10.50"],
])("%i of %s read %s", (amount, currency, expected) => {
  expect(formatCents(amount, currency)).toBe(expected);
});
