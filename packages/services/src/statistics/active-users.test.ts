import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { countActiveUsers, readActiveUsers } from "./active-users";

const ctx = useTestContext();
const start = new Date("2026-03-10T12:00:00Z");
const MINUTE_MS = 60_000;
const wait = (minutes: number) => ctx.setNow(new Date(start.getTime() + minutes * MINUTE_MS));

const userActiveAt = async (time: string) => {
  const id = await createUser(ctx);
  await ctx.db.user.update({ where: { id }, data: { updatedAt: new Date(time) } });
};

describe("users active within 30 days", () => {
  it("are counted on request without a recent count, otherwise read from a count of at most 15 minutes", async () => {
    await userActiveAt("2026-02-08T12:00:00Z");
    await userActiveAt("2026-02-08T11:59:59Z");
    expect(await readActiveUsers(ctx)).toBe(1);
    await countActiveUsers(ctx);
    await userActiveAt("2026-03-10T12:00:00Z");
    expect(await readActiveUsers(ctx)).toBe(1);

    wait(4);
    await countActiveUsers(ctx);
    expect(await readActiveUsers(ctx)).toBe(1);
    wait(5);
    await countActiveUsers(ctx);
    expect(await readActiveUsers(ctx)).toBe(1);
    await userActiveAt("2026-03-10T12:00:00Z");
    wait(19);
    expect(await readActiveUsers(ctx)).toBe(1);
    wait(20);
    expect(await readActiveUsers(ctx)).toBe(2);
  });
});
