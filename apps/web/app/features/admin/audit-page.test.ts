import { expect, it } from "vitest";
import { AUDIT_ACTIONS, auditDetailFields } from "./audit-page";

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

it("names what users do to their own accounts, to filter by it", () => {
  expect(AUDIT_ACTIONS).toEqual(
    expect.arrayContaining(["account.delete", "account.second_factor_on", "account.second_factor_off"]),
  );
});
