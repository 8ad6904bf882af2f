import { describe, expect, it, test } from "vitest";
import { kindOfReason, LEDGER_KINDS, LEDGER_REASONS, reasonsOfKind } from "./ledger-reasons";

test("the reasons are those of the service and those administrators customarily give", () => {
  expect(LEDGER_REASONS).toEqual([
    "subscription_cycle",
    "subscription_schedule",
    "one_time_pack",
    "chat_usage",
    "image_generation",
    "video_generation",
    "refund",
    "adjustment",
    "admin_adjustment",
    "compensation",
    "bonus",
    "violation_penalty",
    "test",
  ]);
});

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
