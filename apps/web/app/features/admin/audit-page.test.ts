import { expect, it } from "vitest";
import { auditDetailFields } from "./audit-page";

it("lists the particulars and leaves out what is empty", () => {
  expect(auditDetailFields('{"amount":-5,"reason":"bonus","expires":null,"note":""}')).toEqual([
    ["amount", "-5"],
    ["reason", "bonus"],
  ]);
});

it.each([
  ["{}", []],
  ["", []],
  ["not JSON", [["", "not JSON"]]],
])("makes the best of %j", (detail, particulars) => {
  expect(auditDetailFields(detail)).toEqual(particulars);
});
