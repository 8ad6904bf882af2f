import { describe, expect, it, test } from "vitest";
import { kindOfReason, LEDGER_KINDS, LEDGER_REASONS, ledgerTextKey, reasonsOfKind } from "./ledger-reasons";

test("the reasons are the service's own and those that administrators usually write", () => {
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

/** All reasons that a filter by this kind matches. */
const matchedReasons = (kind: (typeof LEDGER_KINDS)[number]) => {
  const reasons = reasonsOfKind(kind);
  const words: readonly string[] = "in" in reasons ? reasons.in : reasons.notIn;
  return LEDGER_REASONS.filter((reason) => words.includes(reason) === "in" in reasons);
};

describe("reasonsOfKind", () => {
  it("puts every reason into exactly one kind", () => {
    expect(LEDGER_KINDS.flatMap(matchedReasons).sort()).toEqual([...LEDGER_REASONS].sort());
  });

  it("agrees with the kind of a reason", () => {
    for (const kind of LEDGER_KINDS)
      expect(matchedReasons(kind).map(kindOfReason)).toEqual(matchedReasons(kind).map(() => kind));
  });

  it("counts unknown reasons as adjustments", () => {
    expect(kindOfReason("sorry for the wait")).toBe("adjustment");
    expect(kindOfReason("__proto__")).toBe("adjustment");
  });
});

test.each([
  ["chat_usage", -10, "chat_usage"],
  ["refund", 50, "refund"],
  ["refund", -50, "taken_back"],
  ["sorry for the wait", 50, null],
])("the text of %s with %i credits is that of %s", (reason, delta, key) => {
  expect(ledgerTextKey({ reason, delta })).toBe(key);
});
