import { describe, expect, it } from "vitest";
import type { Failure } from "~/ui/failure";
import { type ChargeNote, chargeNote } from "./generation-notices";

const REFUSED: Failure = { kind: "refused", message: "Failed to generate image" };
const STILL_RUNNING: Failure = {
  kind: "refused",
  message: "The first request with this Idempotency-Key is still in progress",
};

describe("chargeNote", () => {
  it.each<[Failure, number | null, boolean, ChargeNote]>([
    [REFUSED, 500, false, "kept"],
    [REFUSED, 500, true, "refunded"],
    [REFUSED, 400, false, "nothingCharged"],
    [REFUSED, 429, true, "nothingCharged"],
    [REFUSED, 502, false, "nothingCharged"],
    [{ kind: "unreachable" }, null, false, "chargedOnce"],
    [{ kind: "outOfCredits" }, 402, false, "nothingCharged"],
    [{ kind: "tooMany" }, 429, true, "nothingCharged"],
    [{ kind: "notConfigured" }, 503, false, "nothingCharged"],
    [{ kind: "serverError" }, 500, true, "unknown"],
    [{ kind: "status", status: 504 }, 504, true, "chargedOnce"],
    [STILL_RUNNING, 409, false, "chargedOnce"],
  ])("%j with status %j, refunding: %j", (failure, status, refundsFailures, note) => {
    expect(chargeNote(failure, status, refundsFailures)).toBe(note);
  });
});
