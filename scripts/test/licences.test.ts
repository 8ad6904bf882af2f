import { expect, it } from "vitest";
import { findLicenceProblems } from "./licences";

const problems = (name: string, licence: string) => findLicenceProblems({ [licence]: [{ name }] });

it.each(["MIT", "Apache-2.0", "(Unlicense OR GPL-3.0)", "MIT AND ISC", "(MIT and ISC)"])("allows %s", (licence) => {
  expect(problems("a", licence)).toEqual([]);
});

it.each([
  "GPL-3.0",
  "AGPL-3.0-only",
  "Unknown",
  "UNLICENSED",
  "SEE LICENSE IN LICENSE.md",
  "MIT AND GPL-3.0",
  "LGPL-3.0-or-later",
])("refuses %s", (licence) => {
  expect(problems("a", licence)).toEqual([`a: ${licence}`]);
});

it("allows a named package its licence, and no other", () => {
  expect(problems("@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later")).toEqual([]);
  expect(problems("@img/sharp-libvips-linux-x64", "GPL-3.0")).toHaveLength(1);
});
