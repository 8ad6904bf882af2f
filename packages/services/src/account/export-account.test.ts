import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { addToCollection, createCollection } from "../collections/collections";
import { setFavorite } from "../history/change-generations";
import { saveShareLink } from "../sharing/share-links";
import { exportAccount } from "./export-account";
import { hashPassword } from "./password";

const ctx = useTestContext();
/** More than one page of rows. */
const MESSAGES = 1_203;

async function exported(userId: string) {
  let text = "";
  for await (const piece of exportAccount(await actAs(ctx, userId))) text += piece;
  return { text, data: JSON.parse(text) };
}

describe("exportAccount", () => {
  it("is one JSON object with all rows of the user, each once", async () => {
    const { id, userId } = await createGeneration(ctx, "image");
    const passwordHash = await hashPassword("correct horse battery");
    await ctx.db.user.update({ where: { id: userId }, data: { name: "Pat", passwordHash } });
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: "sub_export" }));
    await ctx.db.checkout.create({ data: { id: "ch_export", userId, key: "pack_200" } });
    const chat = await ctx.db.chatSession.create({
      data: { userId, title: "Boats", model: "m", lastMessageAt: ctx.now() },
    });
    await ctx.db.chatMessage.createMany({
      data: Array.from({ length: MESSAGES }, (_, number) => ({
        sessionId: chat.id,
        role: "user",
        content: `message ${number}`,
        creditsUsed: 10,
        createdAt: ctx.now(),
      })),
    });
    const { text, data } = await exported(userId);
    expect(data).toMatchObject({
      profile: { id: userId, name: "Pat", credits: 1000, locale: null, lowBalanceMails: true },
      ledger: [{ delta: 20 }, { delta: -20, paymentId: id }, { delta: 1000 }],
      payments: [{ amountCents: 500, creditsGranted: 1000 }],
      subscriptions: [{ id: "sub_export" }],
      schedules: [{ subscriptionId: "sub_export", grantsRemaining: 11 }],
      checkouts: [{ id: "ch_export", key: "pack_200" }],
      generations: [{ id, prompt: "a boat" }],
      chats: [{ id: chat.id, title: "Boats" }],
    });
    expect(new Set(data.chatMessages.map(({ content }: { content: string }) => content)).size).toBe(MESSAGES);
    expect(data.chatMessages).toHaveLength(MESSAGES);
    expect(text).not.toContain(passwordHash);
  });

  it("has collections with their works, favorites and share links", async () => {
    const done = { status: "completed", resultUrl: "https://files.example/boat.png" };
    const { id, userId } = await createGeneration(ctx, "image", done);
    const user = await actAs(ctx, userId);
    await setFavorite(user, { id, isFavorite: true });
    const { token } = await saveShareLink(user, { id, showPrompt: true });
    // More than one page of them.
    for (let number = 0; number < 7; number += 1) {
      const { id: collectionId } = await createCollection(user, { name: `Boats ${number}` });
      await addToCollection(user, { collectionId, ids: [id] });
    }
    const { data } = await exported(userId);
    expect(data.generations).toMatchObject([{ id, isFavorite: true, shareLink: { token, showPrompt: true } }]);
    expect(data.collections.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 7 }, (_, number) => `Boats ${number}`),
    );
    expect(data.collections[0].items).toMatchObject([{ generationId: id }]);
  });

  it("has all the rows that are left when the last one it has read is deleted meanwhile", async () => {
    const user = await actAs(ctx, await createUser(ctx));
    for (let number = 0; number < 7; number += 1) await createCollection(user, { name: `Boats ${number}` });
    let text = "";
    for await (const piece of exportAccount(user)) {
      if (piece.includes("Boats 4"))
        await ctx.db.collection.deleteMany({ where: { userId: user.actor.id, name: "Boats 4" } });
      text += piece;
    }
    const names = JSON.parse(text).collections.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 7 }, (_, number) => `Boats ${number}`));
  });

  it("has no rows of other users, and empty lists for a new user", async () => {
    const { data } = await exported(await createUser(ctx));
    expect(data).toMatchObject({
      ledger: [],
      payments: [],
      subscriptions: [],
      generations: [],
      collections: [],
      chats: [],
      chatMessages: [],
    });
  });
});
