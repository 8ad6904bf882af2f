import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, testLimits, useTestContext, withClients } from "../../test/test-context";
import { deleteGeneration } from "../history/change-generations";
import { getSharedWork, getShareLink, openSharedFile, saveShareLink, stopSharing } from "./share-links";

const ctx = useTestContext();
const DONE = { status: "completed", resultUrl: "https://files.example/boat.png", width: 300, height: 200 } as const;
const NOT_FOUND = { code: "not_found" };
const ADDRESS = "192.0.2.1";
const visit = (token: string) => ({ token, clientAddress: ADDRESS });

function withFile() {
  return withClients(ctx, {
    results: {
      fetchResult: () => Promise.reject(new Error("It is passed on, not held")),
      fetchStart: () => Promise.reject(new Error("Files are passed on")),
      openResult: () =>
        Promise.resolve({ body: new Blob(["boat"]).stream(), contentType: "image/png", contentBytes: 4 }),
    },
  });
}

async function share(showPrompt = false) {
  const { id, userId } = await createGeneration(ctx, "image", DONE);
  const user = await actAs(ctx, userId);
  const { token } = await saveShareLink(user, { id, showPrompt });
  return { id, userId, user, token };
}

async function expectGone(token: string): Promise<void> {
  await expect(getSharedWork(ctx, visit(token))).rejects.toMatchObject(NOT_FOUND);
  await expect(openSharedFile(withFile(), visit(token))).rejects.toMatchObject(NOT_FOUND);
}

describe("a share link", () => {
  it("shows the work, and its prompt only when the owner says so", async () => {
    const { id, user, token } = await share();
    expect(token).toMatch(/^[\w-]{24}$/);
    expect(await getSharedWork(ctx, visit(token))).toEqual({ type: "image", prompt: null, width: 300, height: 200 });
    expect((await openSharedFile(withFile(), visit(token))).name).not.toContain("boat");
    expect(await saveShareLink(user, { id, showPrompt: true })).toMatchObject({ token, showPrompt: true });
    expect(await getSharedWork(ctx, visit(token))).toMatchObject({ prompt: "a boat" });
    const file = await openSharedFile(withFile(), visit(token));
    expect(file).toMatchObject({ contentType: "image/png", name: expect.stringContaining("a-boat") });
    expect(await new Response(file.body).text()).toBe("boat");
  });

  it("is one to a work, also when requests overlap, and its owner can read it again", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const user = await actAs(ctx, userId);
    expect(await getShareLink(user, { id })).toBeNull();
    const links = await Promise.all([1, 2, 3].map(() => saveShareLink(user, { id, showPrompt: false })));
    expect(new Set(links.map(({ token }) => token)).size).toBe(1);
    expect(await getShareLink(user, { id })).toMatchObject({ token: links[0]?.token });
  });

  it("is gone once its owner stops sharing; a later link is another", async () => {
    const { id, user, token } = await share();
    expect(await stopSharing(user, { id })).toEqual({ id });
    expect(await stopSharing(user, { id })).toEqual({ id });
    await expectGone(token);
    expect((await saveShareLink(user, { id, showPrompt: false })).token).not.toBe(token);
    await expectGone(token);
  });

  it("is not made anew by a change of one that has ended", async () => {
    const { id, user, token } = await share();
    expect(await saveShareLink(user, { id, showPrompt: true, token })).toMatchObject({ token, showPrompt: true });
    await stopSharing(user, { id });
    await expect(saveShareLink(user, { id, showPrompt: false, token })).rejects.toMatchObject(NOT_FOUND);
    expect(await getShareLink(user, { id })).toBeNull();
    const { token: later } = await saveShareLink(user, { id, showPrompt: false });
    await expect(saveShareLink(user, { id, showPrompt: true, token })).rejects.toMatchObject(NOT_FOUND);
    expect(await getShareLink(user, { id })).toMatchObject({ token: later, showPrompt: false });
  });

  it("is gone when the work is deleted", async () => {
    const { id, user, token } = await share();
    await deleteGeneration(user, { id });
    await expectGone(token);
  });

  it("is gone when the row is hidden in another way", async () => {
    const { id, token } = await share();
    await ctx.db.generationHistory.update({ where: { id }, data: { deletedAt: ctx.now() } });
    await expectGone(token);
  });

  it("is gone while its owner is banned, and when the account is deleted", async () => {
    const { userId, token } = await share();
    await ctx.db.user.update({ where: { id: userId }, data: { banned: true } });
    await expectGone(token);
    await ctx.db.user.update({ where: { id: userId }, data: { banned: false } });
    expect(await getSharedWork(ctx, visit(token))).toMatchObject({ type: "image" });
    await ctx.db.user.update({ where: { id: userId }, data: { deletedAt: ctx.now() } });
    await expectGone(token);
  });

  it.each(["", "x", "'; --", "x".repeat(24), "x".repeat(10_000)])("is not found by another token: %#", expectGone);

  it("is limited by network address", async () => {
    const { token } = await share();
    const limited = { ...ctx, config: { ...ctx.config, limits: testLimits({ max: 2, windowSeconds: 60 }) } };
    const others = { token, clientAddress: "192.0.2.99" };
    await getSharedWork(limited, others);
    await getSharedWork(limited, others);
    await expect(getSharedWork(limited, others)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await getSharedWork(limited, visit(token))).toMatchObject({ type: "image" });
  });
});

it("refuses works of other users and unfinished ones, and changes nothing", async () => {
  const { id, user, token } = await share();
  const stranger = await actAs(ctx, await createUser(ctx));
  await expect(getShareLink(stranger, { id })).rejects.toMatchObject(NOT_FOUND);
  await expect(saveShareLink(stranger, { id, showPrompt: true })).rejects.toMatchObject(NOT_FOUND);
  await expect(stopSharing(stranger, { id })).rejects.toMatchObject(NOT_FOUND);
  expect(await getShareLink(user, { id })).toMatchObject({ token, showPrompt: false });
  const running = await createGeneration(ctx, "image");
  const owner = await actAs(ctx, running.userId);
  await expect(saveShareLink(owner, { id: running.id, showPrompt: false })).rejects.toMatchObject({ code: "conflict" });
});
