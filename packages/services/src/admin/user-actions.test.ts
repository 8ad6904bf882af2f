import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { deleteAccount } from "../account/delete-account";
import type { UserContext } from "../context";
import { adjustCredits } from "../credits/adjust-credits";
import { changeSubscription } from "./subscriptions";
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

describe("what two administrators do at the same time, or one repeats after a lost response", () => {
  it.each([
    ["a ban", banUser, { role: "user", banned: false }],
    ["the end of a ban", unbanUser, { role: "user", banned: true }],
    ["a change of the role", changeRole, { role: "user", banned: false }],
  ])("%s is in the audit log once", async (_, act, data) => {
    const [ann, bob] = [await administrator(), await administrator()];
    const userId = await createUser(ctx);
    await ctx.db.user.update({ where: { id: userId }, data });
    const input = { userId, reason: "spam", expires: new Date("2999-01-01T00:00:00.000Z"), role: "admin" } as const;
    await Promise.all([act(ann, input), act(bob, input)]);
    await act(ann, input);
    expect(await ctx.db.auditLog.count({ where: { targetId: userId } })).toBe(1);
  });
});

describe("a ban of a user whom another administrator has banned meanwhile", () => {
  it("leaves the other ban as it is", async () => {
    const [ann, bob] = [await administrator(), await administrator()];
    const userId = await createUser(ctx);
    const forGood = { userId, reason: "fraud", expires: undefined, seenBanned: false };
    await banUser(ann, forGood);
    const forADay = { ...forGood, reason: "spam", expires: new Date(ctx.now().getTime() + 86_400_000) };
    await expect(banUser(bob, forADay)).rejects.toMatchObject({ code: "conflict" });
    await banUser(ann, forGood);
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({ banned: true, banReason: "fraud", banExpires: null });
    expect(await ctx.db.auditLog.count({ where: { targetId: userId } })).toBe(1);
    // Once the administrator has seen it, it can be changed.
    await banUser(bob, { ...forADay, seenBanned: true });
  });
});

describe("the end of a ban that another administrator has replaced meanwhile", () => {
  it("leaves the other ban as it is", async () => {
    const [ann, bob] = [await administrator(), await administrator()];
    const userId = await createUser(ctx);
    const seenBan = { reason: "spam", expires: new Date(ctx.now().getTime() + 86_400_000) };
    const forGood = { reason: "fraud", expires: undefined };
    await banUser(ann, { userId, ...seenBan });
    await banUser(ann, { userId, ...forGood, seenBanned: true });
    await expect(unbanUser(bob, { userId, seenBan })).rejects.toMatchObject({ code: "conflict" });
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({ banned: true, banReason: "fraud", banExpires: null });
    // Once the administrator has seen it, it can be lifted, also by a request that is repeated.
    for (const seen of [forGood, forGood]) await unbanUser(bob, { userId, seenBan: seen });
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ banned: false });
    expect(await ctx.db.auditLog.count({ where: { targetId: userId, action: "user.unban" } })).toBe(1);
  });
});

describe("an account that its owner deletes while an administrator looks at it", () => {
  const actions: [string, (admin: UserContext, userId: string) => Promise<unknown>][] = [
    ["credits", (admin, userId) => adjustCredits(admin, { userId, amount: 500, reason: "compensation" })],
    ["a plan", (admin, userId) => changeSubscription(admin, { userId, action: "upgrade", planKey: "pro_monthly" })],
    ["a role", (admin, userId) => changeRole(admin, { userId, role: "admin" })],
    ["a ban", (admin, userId) => banUser(admin, { ...ban(userId), reason: "Pat Person resells accounts" })],
  ];

  it.each(actions)("gets no more: %s", async (_, act) => {
    const userId = await createUser(ctx);
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    await deleteAccount(await actAs(ctx, userId), { email, password: undefined });
    await expect(act(await administrator(), userId)).rejects.toMatchObject({ code: "not_found" });
    const after = { credits: 0, planKey: "free", role: "user", banned: false };
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject(after);
    expect(await ctx.db.auditLog.count({ where: { targetId: userId, action: { not: "account.delete" } } })).toBe(0);
  });

  it("can have its subscription canceled, which the provider may charge for again", async () => {
    const userId = await createUser(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { deletedAt: ctx.now() } });
    await changeSubscription(await administrator(), { userId, action: "cancel", planKey: "free" });
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
