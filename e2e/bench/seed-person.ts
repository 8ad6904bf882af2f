import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "@app/db/client";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
const ENTRIES_PER_DAY = 5;
const GENERATIONS = 12;
const CHATS = 8;
const CREDITS = 1_000_000;
const SPENT = 10 * (DAYS * ENTRIES_PER_DAY - 1);

export interface BenchUser {
  userId: string;
  /** Header of a signed-in browser. */
  cookie: string;
}

/** Somebody who uses the service: a yearly plan, thirty days of spending, images, videos and chats. */
export async function seedActiveUser(db: Db): Promise<BenchUser> {
  const now = Date.now();
  const [userId, subscriptionId] = [randomUUID(), randomUUID()];
  const sessionToken = randomBytes(32).toString("base64url");
  const email = `${userId}@example.com`;
  await db.user.create({
    data: { id: userId, email, name: "Person", emailVerified: true, credits: CREDITS, planKey: "pro_yearly" },
  });
  await db.session.create({ data: { sessionToken, userId, expires: new Date(now + DAYS * DAY_MS) } });
  const plan = { planKey: "pro_yearly", userId };
  const renewsAt = new Date(now + DAYS * DAY_MS);
  await db.subscription.create({
    data: {
      ...plan,
      id: subscriptionId,
      provider: "creem",
      providerSubId: subscriptionId,
      status: "active",
      currentPeriodEnd: renewsAt,
      statusEventAt: new Date(now),
    },
  });
  const instalments = { creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 5, totalCreditsRemaining: 5_000 };
  await db.subscriptionCreditSchedule.create({
    data: { ...plan, ...instalments, subscriptionId, nextGrantAt: renewsAt },
  });
  const reasons = ["chat_usage", "image_generation", "video_generation"];
  await db.creditLedger.createMany({
    data: Array.from({ length: DAYS * ENTRIES_PER_DAY }, (_, index) => ({
      id: randomUUID(),
      userId,
      delta: index === 0 ? CREDITS + SPENT : -10,
      reason: index === 0 ? "subscription_schedule" : (reasons[index % reasons.length] ?? ""),
      balanceAfter: CREDITS,
      createdAt: new Date(now - (index % DAYS) * DAY_MS),
    })),
  });
  await db.generationHistory.createMany({
    data: Array.from({ length: GENERATIONS }, (_, index) => ({
      userId,
      type: index % 2 === 0 ? "image" : "video",
      prompt: `A boat on a lake at ${index} o'clock, painted in oil`,
      resultUrl: `https://files.example.com/${randomUUID()}`,
      status: "completed",
      creditsUsed: 20,
      metadata: "{}",
      createdAt: new Date(now - index * DAY_MS),
    })),
  });
  await db.chatSession.createMany({
    data: Array.from({ length: CHATS }, (_, index) => ({
      userId,
      title: `What is to be seen in town number ${index}?`,
      model: "text-model",
      lastMessageAt: new Date(now - index * DAY_MS),
    })),
  });
  return { userId, cookie: `authjs.session-token=${sessionToken}` };
}
