import { expect, it } from "vitest";
import { auditDetailFields } from "./audit-page";

it("lists the fields and omits empty ones", () => {
  expect(auditDetailFields('{"amount":-5,"reason":"bonus","expires":null,"note":""}')).toEqual([
    ["amount", "-5"],
    ["reason", "bonus"],
  ]);
});

it.each([
  ["{}", []],
  ["", []],
  ["not JSON", [["", "not JSON"]]],
])("accepts %j", (detail, fields) => {
  expect(auditDetailFields(detail)).toEqual(fields);
});
