import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { actAs, createUser, testLimits, useTestContext } from "../../test/test-context";
import { authenticateApiKey, createApiKey, listApiKeys, revokeApiKey } from "./api-keys";

const ctx = useTestContext();
const DAY_MS = 24 * 60 * 60 * 1000;

it("a key that still works is listed, so that it can be revoked, however many keys have expired since", async () => {
  const userId = await createUser(ctx);
  const { id, key } = await createApiKey(await actAs(ctx, userId), {
    name: "Old server",
    scopes: ["chat"],
    creditLimit: null,
    expiresAt: null,
  });
  // A program that gets a new key every day, for one day.
  await ctx.db.apiKey.createMany({
    data: Array.from({ length: 200 }, (_, day) => {
      const createdAt = new Date(ctx.now().getTime() + (day + 1) * DAY_MS);
      const expiresAt = new Date(createdAt.getTime() + DAY_MS);
      return {
        userId,
        name: `Day ${day}`,
        prefix: "gm_abcdefg",
        keyHash: randomUUID(),
        scopes: ["chat"],
        createdAt,
        expiresAt,
      };
    }),
  });
  ctx.setNow(new Date(ctx.now().getTime() + 210 * DAY_MS));
  expect((await authenticateApiKey(ctx, key, "chat")).actor.id).toBe(userId);
  expect((await listApiKeys(ctx, userId)).map((listed) => listed.id)).toContain(id);
});

it("limits how often a user creates keys, which the audit log keeps for good", async () => {
  const userId = await createUser(ctx);
  const limits = testLimits({ max: 3, windowSeconds: 60 });
  const user = await actAs({ ...ctx, config: { ...ctx.config, limits } }, userId);
  const createAndRevoke = async () => {
    const { id: keyId } = await createApiKey(user, { name: "a", scopes: ["read"], creditLimit: null, expiresAt: null });
    await revokeApiKey(user, { keyId, ownerId: userId });
  };
  for (let count = 0; count < 3; count += 1) await createAndRevoke();
  await expect(createAndRevoke()).rejects.toMatchObject({ code: "rate_limited" });
  expect(await ctx.db.auditLog.count({ where: { actorId: userId } })).toBe(6);
});
