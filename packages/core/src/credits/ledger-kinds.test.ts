import { describe, expect, it } from "vitest";
import { kindOfReason, LEDGER_KINDS, reasonsOfKind } from "./ledger-kinds";
import { LEDGER_REASONS } from "./reasons";

/** What a filter by the kind would let through. */
const listed = (kind: (typeof LEDGER_KINDS)[number]) => {
  const reasons = reasonsOfKind(kind);
  const words: readonly string[] = "in" in reasons ? reasons.in : reasons.notIn;
  return LEDGER_REASONS.filter((reason) => words.includes(reason) === "in" in reasons);
};

describe("reasonsOfKind", () => {
  it("puts every reason into exactly one kind", () => {
    expect(LEDGER_KINDS.flatMap(listed).sort()).toEqual([...LEDGER_REASONS].sort());
  });

  it("agrees with the kind of a reason", () => {
    for (const kind of LEDGER_KINDS) expect(listed(kind).map(kindOfReason)).toEqual(listed(kind).map(() => kind));
  });

  it("takes reasons nobody has settled for adjustments", () => {
    expect(kindOfReason("sorry for the wait")).toBe("adjustment");
    expect(kindOfReason("__proto__")).toBe("adjustment");
  });
});
