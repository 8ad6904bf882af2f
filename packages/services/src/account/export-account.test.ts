import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
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

/** A process may have many exports open, each with one chunk in memory. */
const CHUNK_MAX_CHARACTERS = 5_000_000;

async function largestChunk(userId: string): Promise<number> {
  let largest = 0;
  for await (const chunk of exportAccount(await actAs(ctx, userId))) largest = Math.max(largest, chunk.length);
  return largest;
}

it("reads the log of a webhook in small parts, whatever its receiver has responded", async () => {
  const { userId, endpointId } = await createTestEndpoint(ctx);
  await ctx.db.$executeRaw`
    INSERT INTO webhook_delivery (id, "endpointId", type, payload, status, "createdAt")
    SELECT ${endpointId} || n, ${endpointId}, 'webhook.test', '{}', 'failed', ${ctx.now()}::timestamptz FROM generate_series(1, 100) AS n`;
  // JSON writes this character as six.
  const response = "\u0001".repeat(1_024);
  await ctx.db.$executeRaw`
    INSERT INTO webhook_attempt (id, "deliveryId", "startedAt", "durationMs", status, response)
    SELECT delivery.id || '-' || n, delivery.id, ${ctx.now()}::timestamptz, 1, 500, ${response}
    FROM webhook_delivery AS delivery, generate_series(1, 100) AS n WHERE "endpointId" = ${endpointId}`;
  expect(await largestChunk(userId)).toBeLessThan(CHUNK_MAX_CHARACTERS);
});

it("reads chats in small parts", async () => {
  const userId = await createUser(ctx);
  const session = await ctx.db.chatSession.create({
    data: { userId, title: "a", model: "a", lastMessageAt: ctx.now() },
  });
  await ctx.db.$executeRaw`
    INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", "createdAt")
    SELECT ${session.id} || n, ${session.id}, 'user', repeat('a', 32000), 10, ${ctx.now()}::timestamptz FROM generate_series(1, 500) AS n`;
  expect(await largestChunk(userId)).toBeLessThan(CHUNK_MAX_CHARACTERS);
});
