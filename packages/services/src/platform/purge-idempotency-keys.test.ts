import { describe, expect, it } from "vitest";
import { readKeyRow } from "../../test/idempotency";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { claimKey, purgeIdempotencyKeys } from "./idempotency-keys";

const ctx = useTestContext();
const DAY_MS = 24 * 60 * 60 * 1000;

describe("purgeIdempotencyKeys", () => {
  it("forgets keys that are a day old, and no younger ones", async () => {
    const user = await actAs(ctx, await createUser(ctx));
    await claimKey(user, { key: "old", operation: "image", input: {} });
    const startedAt = ctx.now();
    ctx.setNow(new Date(startedAt.getTime() + 1));
    await claimKey(user, { key: "young", operation: "image", input: {} });
    ctx.setNow(new Date(startedAt.getTime() + DAY_MS));
    await purgeIdempotencyKeys(ctx);
    expect(await readKeyRow(user, "old")).toBeNull();
    expect(await readKeyRow(user, "young")).not.toBeNull();
  });
});
