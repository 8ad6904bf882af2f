import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { banUser, changeRole, unbanUser } from "./user-actions";

const ctx = useTestContext();

async function administrator() {
  const id = await createUser(ctx);
  await ctx.db.user.update({ where: { id }, data: { role: "admin" } });
  return actAs(ctx, id);
}

const demote = "user" as const;
const ban = (userId: string) => ({ userId, reason: undefined, expires: undefined });
const mayAct = async (ids: readonly string[]) =>
  ctx.db.user.count({ where: { id: { in: [...ids] }, role: "admin", banned: false } });

describe("administrators who act on each other at the same time", () => {
  it.each([
    ["take away each other's role", changeRole, changeRole],
    ["ban each other", banUser, banUser],
    ["ban and take away the role", banUser, changeRole],
  ])("%s: one of them remains", async (_, byAnn, byBob) => {
    for (let round = 0; round < 5; round += 1) {
      const [ann, bob] = [await administrator(), await administrator()];
      const results = await Promise.allSettled([
        byAnn(ann, { ...ban(bob.actor.id), role: demote }),
        byBob(bob, { ...ban(ann.actor.id), role: demote }),
      ]);
      expect(await mayAct([ann.actor.id, bob.actor.id])).toBe(1);
      expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "forbidden" } });
    }
  });
});

describe("an administrator who has lost the role since the request was read", () => {
  it("changes nothing", async () => {
    const [ann, bob] = [await administrator(), await administrator()];
    const userId = await createUser(ctx);
    await changeRole(ann, { userId: bob.actor.id, role: demote });
    const refused = { code: "forbidden" };
    await expect(changeRole(bob, { userId: ann.actor.id, role: demote })).rejects.toMatchObject(refused);
    await expect(changeRole(bob, { userId: bob.actor.id, role: "admin" })).rejects.toMatchObject(refused);
    await expect(banUser(bob, ban(userId))).rejects.toMatchObject(refused);
    await expect(unbanUser(bob, { userId })).rejects.toMatchObject(refused);
    expect(await ctx.db.auditLog.count({ where: { actorId: bob.actor.id } })).toBe(0);
    expect(await mayAct([ann.actor.id, bob.actor.id])).toBe(1);
  });
});

describe("the time of a user's last activity", () => {
  const LONG_AGO = new Date("2026-01-01T00:00:00.000Z");

  it.each([
    ["banned", banUser],
    ["unbanned", unbanUser],
    ["given another role", changeRole],
  ])("stays when the user is %s", async (_, act) => {
    const userId = await createUser(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { updatedAt: LONG_AGO } });
    await act(await administrator(), { ...ban(userId), role: "admin" });
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ updatedAt: LONG_AGO });
  });
});
