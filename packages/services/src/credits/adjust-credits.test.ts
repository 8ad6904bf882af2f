import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY, useCountedClients } from "../../test/idempotency";
import { createUser, useTestContext } from "../../test/test-context";
import { claimKey } from "../platform/idempotency-keys";
import { adjustCredits, adjustCreditsOnce } from "./adjust-credits";

const ctx = useTestContext();
const { newUser, pass } = useCountedClients(ctx);
const HALF_A_MINUTE_MS = 30_000;

describe("an adjustment under an Idempotency-Key", () => {
  const ADJUSTMENT = { amount: 40, reason: "bonus" };

  it("is made once when a second request takes over the key of a slow one", async () => {
    const admin = await newUser();
    const input = { ...ADJUSTMENT, userId: await createUser(ctx) };
    await claimKey(admin, { key: IDEMPOTENCY_KEY, operation: "adjust-credits", input });
    pass(HALF_A_MINUTE_MS);
    expect(await adjustCreditsOnce(admin, input)).toEqual({ success: true });
    await expect(adjustCredits({ ...admin, claimedKey: IDEMPOTENCY_KEY }, input)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await ctx.db.creditLedger.count({ where: { userId: input.userId } })).toBe(1);
  });

  it("succeeds when its process died before it responded", async () => {
    const admin = await newUser();
    const input = { ...ADJUSTMENT, userId: await createUser(ctx) };
    await claimKey(admin, { key: IDEMPOTENCY_KEY, operation: "adjust-credits", input });
    await adjustCredits({ ...admin, claimedKey: IDEMPOTENCY_KEY }, input);
    expect(await adjustCreditsOnce(admin, input)).toEqual({ success: true });
    expect(await ctx.db.creditLedger.count({ where: { userId: input.userId } })).toBe(1);
  });
});
