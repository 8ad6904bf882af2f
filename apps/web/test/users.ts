import { randomUUID } from "node:crypto";
import { giveCredits } from "./api-client";
import type { TestApp } from "./app";

export interface NewUser {
  credits?: number;
  planKey?: string;
  banned?: boolean;
}

/** Creates a user without a session, for events of other services. Returns the id. */
export async function createUser(app: TestApp, { credits = 0, ...columns }: NewUser = {}): Promise<string> {
  const { id } = await app.db.user.create({ data: { email: `${randomUUID()}@example.com`, ...columns } });
  if (credits !== 0) await giveCredits(app, id, credits);
  return id;
}

/**
 * All rows of a user that using the service may change, oldest first: equal before and after a request that may write
 * nothing.
 */
export async function readAccount({ db }: TestApp, userId: string) {
  const { credits } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    credits,
    ledger: await db.creditLedger.findMany({
      where: { userId },
      select: { delta: true, reason: true, paymentId: true, balanceAfter: true },
      orderBy: { seq: "asc" },
    }),
    generations: await db.generationHistory.findMany({ where: { userId }, orderBy: { id: "asc" } }),
    chats: await db.chatSession.findMany({ where: { userId }, orderBy: { id: "asc" } }),
    messages: await db.chatMessage.findMany({
      where: { session: { userId } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
  };
}

/** Creates a session of `count` messages, "message 1" to "message <count>", alternating between user and assistant. */
export async function seedChatSession({ db }: TestApp, userId: string, count: number): Promise<string> {
  const startedAt = Date.now() - 3_600_000;
  const { id } = await db.chatSession.create({
    data: {
      userId,
      title: "Seeded",
      model: "earlier-model",
      totalMessages: count,
      totalCreditsUsed: count * 5,
      lastMessageAt: new Date(startedAt),
    },
  });
  // Written newest first, so that only their dates can order them.
  for (let number = count; number >= 1; number -= 1) {
    const role = number % 2 === 1 ? "user" : "assistant";
    const createdAt = new Date(startedAt + number * 1000);
    const data = {
      sessionId: id,
      role,
      content: `message ${number}`,
      creditsUsed: role === "user" ? 10 : 0,
      createdAt,
    };
    await db.chatMessage.create({ data });
  }
  return id;
}
