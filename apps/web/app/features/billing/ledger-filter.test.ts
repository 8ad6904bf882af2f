import { describe, expect, it } from "vitest";
import { readLedgerFilterFields, toLedgerFilter, toLedgerQuery } from "./ledger-filter";

const filterOf = (query: string) => toLedgerFilter(readLedgerFilterFields(new URLSearchParams(query)));

describe("toLedgerFilter", () => {
  it("includes both days of a range, in UTC", () => {
    expect(filterOf("kind=chat&from=2026-03-01&until=2026-03-31")).toEqual({
      kind: "chat",
      from: new Date("2026-03-01T00:00:00Z"),
      until: new Date("2026-04-01T00:00:00Z"),
    });
  });

  it("ignores empty fields, unknown kinds and invalid days", () => {
    expect(filterOf("")).toEqual({});
    expect(filterOf("kind=__proto__&from=yesterday&until=2026-02-31")).toEqual({});
  });
});

describe("toLedgerQuery", () => {
  it("contains the fields that are filled in", () => {
    expect(toLedgerQuery({ kind: "chat", from: "", until: "2026-03-31", apiKey: "" })).toBe(
      "?kind=chat&until=2026-03-31",
    );
    expect(toLedgerQuery({ kind: "", from: "", until: "", apiKey: "" })).toBe("");
  });
});
