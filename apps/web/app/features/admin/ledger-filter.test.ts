import { describe, expect, it } from "vitest";
import { readLedgerFilterFields, toLedgerFilter } from "./ledger-filter";

const filterOf = (query: string) => toLedgerFilter(readLedgerFilterFields(new URLSearchParams(query)));

describe("toLedgerFilter", () => {
  it("includes both days of a range, in UTC", () => {
    expect(filterOf("from=2026-03-01&until=2026-03-31")).toMatchObject({
      from: new Date("2026-03-01T00:00:00Z"),
      until: new Date("2026-04-01T00:00:00Z"),
    });
  });

  it("ignores empty fields and invalid days", () => {
    const emptyFilter = { user: undefined, reason: undefined, from: undefined, until: undefined };
    expect(filterOf("")).toEqual(emptyFilter);
    expect(filterOf("user=+&reason=&from=yesterday&until=2026-02-31")).toEqual(emptyFilter);
  });

  it("trims user and reason", () => {
    expect(filterOf("user=+demo%40genmint.test+&reason=chat_usage")).toMatchObject({
      user: "demo@genmint.test",
      reason: "chat_usage",
    });
  });
});
