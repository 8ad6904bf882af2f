import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { authenticateApiKey, createApiKey, listApiKeys } from "./api-keys";

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
