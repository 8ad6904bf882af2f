import { expect, test } from "vitest";
import { CATALOGUE, type CatalogueItem } from "./catalogue";
import { productProblems } from "./product-problems";

const item = (key: string) => CATALOGUE.find((candidate) => candidate.key === key) as CatalogueItem;
const YEARLY = {
  price: 29_000,
  currency: "USD",
  billing_type: "recurring",
  billing_period: "every-year",
  status: "active",
};
const PACK = { price: 500, currency: "USD", billing_type: "onetime", billing_period: "once" };

test.each([
  ["a yearly plan", "starter_yearly", YEARLY, []],
  ["a pack", "pack_200", PACK, []],
  ["another price", "starter_yearly", { ...YEARLY, price: 2_900 }, ["costs 29.00 there and 290.00 here"]],
  ["another currency", "pack_200", { ...PACK, currency: "EUR" }, ["is sold in EUR there and in USD here"]],
  [
    "another billing period",
    "starter_yearly",
    { ...YEARLY, billing_period: "every-month" },
    ['is billed "every-month" there, "every-year" is needed'],
  ],
  [
    "a plan sold once",
    "starter_yearly",
    { ...YEARLY, billing_type: "onetime" },
    ['is billed as "onetime" there, "recurring" is needed'],
  ],
  ["an archived product", "pack_200", { ...PACK, status: "archived" }, ["is archived there"]],
  ["no product", "pack_200", { name: "x" }, ["the provider's description of it cannot be read"]],
])("%s", (_name, key, product, problems) => {
  expect(productProblems(item(key), product)).toEqual(problems);
});
