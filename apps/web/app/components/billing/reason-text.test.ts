import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { describe, expect, it } from "vitest";
import { reasonText } from "./reason-text";

describe("reasonText", () => {
  it("has words of its own for what the service does", () => {
    expect(reasonText("subscription_schedule")).toBe("Instalment of a yearly plan");
  });

  it("makes an administrator's reason readable", () => {
    expect(reasonText("violation_penalty")).toBe("Violation penalty");
    expect(reasonText("sorry for the wait")).toBe("Sorry for the wait");
  });

  it("never answers with nothing or with an identifier for a reason in use", () => {
    for (const reason of LEDGER_REASONS) expect(reasonText(reason)).toMatch(/^[A-Z][^_]+$/);
  });
});
