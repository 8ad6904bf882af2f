import type { TestApp } from "./start-test-app";

/** A session of `count` messages, "message 1" to "message <count>", alternating between user and assistant. */
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
  // Written newest first, so that only their dates can put them in order.
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
