import { beforeAll, describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { deleteAccount } from "../account/delete-account";
import type { UserContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { getGeneration, listGenerations } from "../history/generations";
import { refundGeneration } from "./generations";

const ctx = useTestContext();
let admin: UserContext;
beforeAll(async () => {
  admin = await actAs(ctx, await createUser(ctx));
});

const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
const auditOf = (targetId: string) => ctx.db.auditLog.findMany({ where: { targetId } });

async function failedImage() {
  const image = await createGeneration(ctx, "image");
  await finishGeneration(ctx, image.id, { status: "failed", error: "No boats today" });
  return image;
}

describe("refundGeneration", () => {
  it("refunds a failed generation, and records the administrator", async () => {
    const { id, userId } = await failedImage();
    expect(await refundGeneration(admin, { generationId: id })).toEqual({ success: true });
    expect(await creditsOf(userId)).toBe(20);
    const entry = await ctx.db.creditLedger.findUnique({ where: { id: `refund:${id}` } });
    expect(entry).toMatchObject({ userId, delta: 20, reason: "refund", actorId: admin.actor.id });
    expect(await auditOf(id)).toMatchObject([{ actorId: admin.actor.id, action: "generation.refund" }]);
  });

  it("shows the refund to the owner, in lists, in details and on Home", async () => {
    const { id, userId } = await failedImage();
    const owner = await actAs(ctx, userId);
    const shown = async () => [
      ...(await listGenerations(owner, {})).items,
      ...(await getDashboard(owner)).recentGenerations,
      await getGeneration(owner, { id }),
    ];
    const refunded = (isRefunded: boolean) => Array.from({ length: 3 }, () => ({ id, refunded: isRefunded }));
    expect(await shown()).toMatchObject(refunded(false));
    await refundGeneration(admin, { generationId: id });
    expect(await shown()).toMatchObject(refunded(true));
  });

  it("refunds once for five concurrent requests and a later one", async () => {
    const { id, userId } = await failedImage();
    const clicks = await Promise.allSettled([1, 2, 3, 4, 5].map(() => refundGeneration(admin, { generationId: id })));
    expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(refundGeneration(admin, { generationId: id })).rejects.toMatchObject({
      code: "conflict",
      message: "There is nothing left to refund",
    });
    expect(await creditsOf(userId)).toBe(20);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it("gives nothing to an account that its owner deletes while an administrator looks at it", async () => {
    const { id, userId } = await failedImage();
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    const before = await creditsOf(userId);
    await deleteAccount(await actAs(ctx, userId), { email, password: undefined });
    await expect(refundGeneration(admin, { generationId: id })).rejects.toMatchObject({ code: "not_found" });
    expect(await creditsOf(userId)).toBe(before);
    expect(await auditOf(id)).toEqual([]);
  });

  it("does not refund a generation that was refunded automatically", async () => {
    const generous = { ...ctx, config: { ...ctx.config, refundFailedGenerations: true } };
    const { id, userId } = await createGeneration(ctx, "image");
    await finishGeneration(generous, id, { status: "failed", error: "No boats today" });
    await expect(refundGeneration(admin, { generationId: id })).rejects.toMatchObject({ code: "conflict" });
    expect(await creditsOf(userId)).toBe(20);
  });

  it.each(["processing", "completed"])("refuses a generation that is %s", async (status) => {
    const { id, userId } = await createGeneration(ctx, "image", { status });
    await expect(refundGeneration(admin, { generationId: id })).rejects.toMatchObject({ code: "bad_request" });
    expect(await creditsOf(userId)).toBe(0);
    expect(await auditOf(id)).toEqual([]);
  });

  it("refuses a generation that failed before the charge", async () => {
    const userId = await createUser(ctx);
    const { id } = await ctx.db.generationHistory.create({
      data: {
        userId,
        type: "image",
        prompt: "a boat",
        status: "failed",
        creditsUsed: 20,
        error: "Insufficient credits",
        metadata: "{}",
      },
    });
    await expect(refundGeneration(admin, { generationId: id })).rejects.toMatchObject({ code: "conflict" });
    expect(await creditsOf(userId)).toBe(0);
  });

  it("refuses an unknown generation", async () => {
    await expect(refundGeneration(admin, { generationId: "none" })).rejects.toMatchObject({ code: "not_found" });
  });
});
