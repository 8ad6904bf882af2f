import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { listUserGenerations } from "../admin/generations";
import { verifyLedger } from "../ledger/verify-ledger";
import { deleteGeneration } from "./change-generations";
import { finishGeneration } from "./finish-generation";
import { getGeneration, listGenerations } from "./generations";

const ctx = useTestContext();
const DONE = { status: "completed", resultUrl: "https://files.example/boat.png" } as const;

describe("deleteGeneration", () => {
  it("hides it from its owner, but not from the ledger and administrators", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const user = await actAs(ctx, userId);
    expect(await deleteGeneration(user, { id })).toEqual({ id });
    expect((await listGenerations(user, {})).items).toEqual([]);
    await expect(getGeneration(user, { id })).rejects.toThrow("Generation not found");
    const dashboard = await getDashboard(user);
    expect(dashboard.recentGenerations).toEqual([]);
    expect(dashboard.usage.totals.image).toBe(20);
    expect(dashboard.firstSteps.madeImage).toBe(true);
    expect((await listUserGenerations(ctx, { userId })).items).toMatchObject([{ id, deletedAt: ctx.now() }]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("deletes a failed generation", async () => {
    const { id, userId } = await createGeneration(ctx, "video", { status: "failed", error: "No boats today" });
    await deleteGeneration(await actAs(ctx, userId), { id });
    expect(await ctx.db.generationHistory.findUnique({ where: { id } })).toMatchObject({ deletedAt: ctx.now() });
  });

  it.each(["image", "video"] as const)("refuses while an %s is running, and lets it finish", async (type) => {
    const { id, userId } = await createGeneration(ctx, type);
    const user = await actAs(ctx, userId);
    await expect(deleteGeneration(user, { id })).rejects.toMatchObject({ code: "conflict" });
    expect(await finishGeneration(ctx, id, DONE)).toBe(true);
    expect(await getGeneration(user, { id })).toMatchObject({ status: "completed", refunded: false });
  });

  it("refuses generations of other users and deleted ones", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const stranger = await actAs(ctx, await createUser(ctx));
    await expect(deleteGeneration(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(getGeneration(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    const user = await actAs(ctx, userId);
    await deleteGeneration(user, { id });
    await expect(deleteGeneration(user, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("getGeneration", () => {
  it("says whether a failed generation was refunded", async () => {
    const generous = { ...ctx, config: { ...ctx.config, refundFailedGenerations: true } };
    const { id, userId } = await createGeneration(ctx, "video");
    await finishGeneration(generous, id, { status: "failed", error: "No boats today" });
    expect(await getGeneration(await actAs(ctx, userId), { id })).toMatchObject({ refunded: true });
  });
});
