import { beforeAll, describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import type { UserContext } from "../context";
import { listSchedules, runSchedules } from "./schedules";

const ctx = useTestContext();
let admin: UserContext;
beforeAll(async () => {
  admin = await actAs(ctx, await createUser(ctx));
});

async function subscriber() {
  const userId = await createUser(ctx);
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${userId}` }));
  return userId;
}

const dueAt = (userId: string, nextGrantAt: string) =>
  ctx.db.subscriptionCreditSchedule.updateMany({ where: { userId }, data: { nextGrantAt: new Date(nextGrantAt) } });
const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

describe("schedules on the admin page", () => {
  it("are ordered by due time, with overdue ones marked, counted and filtered", async () => {
    const [late, later] = [await subscriber(), await subscriber()];
    await dueAt(late, "2026-03-10T12:00:00Z");
    const { items, overdue } = await listSchedules(ctx, {});
    expect(items.map(({ userId, isOverdue }) => [userId, isOverdue])).toEqual([
      [late, true],
      [later, false],
    ]);
    expect(overdue).toBe(1);
    expect((await listSchedules(ctx, { overdueOnly: true })).items).toMatchObject([{ userId: late }]);
    expect((await listSchedules(ctx, { search: `${later}@EX` })).items).toMatchObject([{ userId: later }]);
    expect((await listSchedules(ctx, { search: `sub_${late}` })).items).toMatchObject([{ userId: late }]);
  });

  it("are run by an administrator: each instalment once for two concurrent requests, with an audit entry", async () => {
    const userId = await subscriber();
    await ctx.db.subscriptionCreditSchedule.updateMany({ data: { nextGrantAt: new Date("2099-01-01T00:00:00Z") } });
    await dueAt(userId, "2026-01-10T12:00:00Z");
    const runs = await Promise.all([runSchedules(admin), runSchedules(admin)]);
    expect(runs.map(({ processed }) => processed).sort()).toEqual([0, 3]);
    expect(runs.map(({ credits }) => credits).sort()).toEqual([0, 3_000]);
    expect(await creditsOf(userId)).toBe(4_000);
    const audit = await ctx.db.auditLog.findMany({ where: { actorId: admin.actor.id, action: "schedules.run" } });
    expect(audit.map(({ detail }) => detail).sort()).toEqual([
      '{"processed":0,"schedulesTouched":0,"credits":0}',
      '{"processed":3,"schedulesTouched":1,"credits":3000}',
    ]);
  });

  it("grant nothing when the audit entry cannot be written", async () => {
    const userId = await subscriber();
    await ctx.db.subscriptionCreditSchedule.updateMany({ data: { nextGrantAt: new Date("2099-01-01T00:00:00Z") } });
    await dueAt(userId, "2026-01-10T12:00:00Z");
    // PostgreSQL stores no NUL character.
    const unwritable = { ...admin, actor: { ...admin.actor, id: "\0" } };
    await expect(runSchedules(unwritable)).rejects.toThrow();
    expect(await creditsOf(userId)).toBe(1_000);
    expect(await runSchedules(admin)).toMatchObject({ processed: 3 });
    expect(await creditsOf(userId)).toBe(4_000);
  });
});
