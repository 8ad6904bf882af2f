import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { checkLedger } from "./ledger";

const ctx = useTestContext();
const DIFFERENT = 51;

describe("checkLedger", () => {
  it("returns the counts when there are no differences", async () => {
    await createUser(ctx, 10);
    expect(await checkLedger(ctx)).toEqual({ users: 1, entries: 1, payments: 0, differenceCount: 0, differences: [] });
  });

  it("counts every difference and lists the first 50", async () => {
    const users = Array.from({ length: DIFFERENT }, (_, index) => ({
      email: `wrong-${index}@example.com`,
      credits: 1,
    }));
    await ctx.db.user.createMany({ data: users });
    const { differenceCount, differences } = await checkLedger(ctx);
    expect([differenceCount, differences.length]).toEqual([DIFFERENT, 50]);
  });
});
