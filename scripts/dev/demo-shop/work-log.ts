import { sessionTitle } from "@app/core/chat/conversation";
import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { Db, Prisma } from "@app/db/client/db";
import type { Random } from "@app/sandbox/demo/random";
import { composeResponse } from "@app/sandbox/generation/chat-response";
import { SANDBOX_MODELS } from "@app/sandbox/sandbox-env";
import { refundEntryId } from "@app/services/credits/refund-charge";
import type { Work } from "./demo-files";

const SECOND_MS = 1000;
const COSTS = { image: IMAGE_COST_CREDITS, video: VIDEO_COST_CREDITS } as const;
const REASONS = { image: "image_generation", video: "video_generation" } as const;
/** How long a generation took. */
const SECONDS = { image: [5, 19], video: [62, 171] } as const;
const FAILURES = { image: "Failed to generate image", video: "Failed to generate video" } as const;
const ANSWER_SECONDS = [3, 11] as const;
const READING_SECONDS = [40, 150] as const;

export interface NewUser {
  id: string;
  name: string;
  email: string;
  credits: number;
  at: Date;
}

/**
 * Writes sign-ups, generations and chats with their spends. They are buffered: `flush` writes all of them in one transaction, in the order
 * in which they happened, so that each ledger entry has the right balance. Call it before a use case changes a balance, and read the
 * balances again after it.
 */
export class WorkLog {
  readonly #db: Db;
  readonly #random: Random;
  readonly #urlOf: (key: string) => string;
  readonly #balances = new Map<string, number>();
  #rows = emptyRows();

  constructor(db: Db, random: Random, urlOf: (key: string) => string) {
    this.#db = db;
    this.#random = random;
    this.#urlOf = urlOf;
  }

  balanceOf(userId: string): number {
    return this.#balances.get(userId) ?? 0;
  }

  signUp({ id, name, email, credits, at }: NewUser): void {
    this.#rows.users.push({ id, name, email, emailVerified: true, ownerProven: true, createdAt: at, updatedAt: at });
    if (credits > 0)
      this.#enter({ id: this.#id(at), userId: id, delta: credits, reason: "bonus", paymentId: null, at });
  }

  /** One image or video. Returns its id, or null where the balance does not pay for it. A failed one is refunded unless `keepsCharge`. */
  generate(
    type: "image" | "video",
    { userId, work, at, fails = false, keepsCharge = false }: Generation,
  ): string | null {
    const cost = COSTS[type];
    if (this.balanceOf(userId) < cost) return null;
    const id = this.#id(at);
    const [least, most] = SECONDS[type];
    const endedAt = this.#after(at, least, most);
    const settings = type === "image" ? { size: "adaptive" } : { duration: 5, resolution: "720p" };
    this.#rows.generations.push({
      ...{
        id,
        userId,
        type,
        prompt: work.prompt,
        creditsUsed: cost,
        createdAt: at,
        updatedAt: endedAt,
        finishedAt: endedAt,
      },
      taskId: type === "video" ? `cgt-${id}` : null,
      status: fails ? "failed" : "completed",
      resultUrl: fails ? null : this.#urlOf(work.key),
      ...(fails ? {} : { width: work.width ?? null, height: work.height ?? null }),
      error: fails ? FAILURES[type] : null,
      metadata: JSON.stringify({ ...settings, watermark: false }),
    });
    this.#enter({ id, userId, delta: -cost, reason: REASONS[type], paymentId: id, at });
    if (fails && !keepsCharge)
      this.#enter({ id: refundEntryId(id), userId, delta: cost, reason: "refund", paymentId: id, at: endedAt });
    return id;
  }

  /** A chat with these messages, as far as the balance goes. */
  chat({ userId, messages, at, isInterrupted = false }: Chat): void {
    const affordable = messages.slice(0, Math.floor(this.balanceOf(userId) / CHAT_COST_CREDITS));
    const [first] = affordable;
    if (first === undefined) return;
    const sessionId = this.#id(at);
    let sentAt = at;
    let answeredAt = at;
    for (const [index, content] of affordable.entries()) {
      const messageId = this.#id(sentAt);
      this.#enter({
        id: messageId,
        userId,
        delta: -CHAT_COST_CREDITS,
        reason: "chat_usage",
        paymentId: sessionId,
        at: sentAt,
      });
      answeredAt = this.#after(sentAt, ...ANSWER_SECONDS);
      const answer = composeResponse({ message: content, earlierMessages: index * 2, instructions: "" });
      const breaks = isInterrupted && index === affordable.length - 1;
      const text = { sessionId, creditsUsed: 0, interrupted: false };
      this.#rows.messages.push(
        { ...text, id: messageId, role: "user", content, creditsUsed: CHAT_COST_CREDITS, createdAt: sentAt },
        {
          ...{ ...text, id: this.#id(answeredAt), role: "assistant", createdAt: answeredAt, interrupted: breaks },
          content: breaks ? answer.slice(0, Math.ceil(answer.length / 3)) : answer,
        },
      );
      sentAt = this.#after(answeredAt, ...READING_SECONDS);
    }
    this.#rows.sessions.push({
      ...{ id: sessionId, userId, title: sessionTitle(first), model: SANDBOX_MODELS.text },
      totalMessages: affordable.length * 2,
      totalCreditsUsed: affordable.length * CHAT_COST_CREDITS,
      ...{ createdAt: at, updatedAt: answeredAt, lastMessageAt: answeredAt },
    });
  }

  async flush(): Promise<void> {
    const { users, generations, sessions, messages, entries } = this.#rows;
    this.#rows = emptyRows();
    const last = new Map(entries.map((entry) => [entry.userId, entry]));
    const changed = [...last.values()];
    if (users.length + changed.length === 0) return;
    await this.#db.$transaction([
      this.#db.user.createMany({ data: users }),
      this.#db.generationHistory.createMany({ data: generations }),
      this.#db.chatSession.createMany({ data: sessions }),
      this.#db.chatMessage.createMany({ data: messages }),
      this.#db.creditLedger.createMany({ data: entries }),
      this.#db.$executeRaw`
        UPDATE "user" SET credits = changed.credits, "updatedAt" = changed.at
        FROM unnest(
          ${changed.map(({ userId }) => userId)}::text[], ${changed.map(({ balanceAfter }) => balanceAfter)}::int[],
          ${changed.map(({ createdAt }) => createdAt)}::timestamptz[]
        ) AS changed(id, credits, at)
        WHERE "user".id = changed.id`,
    ]);
  }

  /** Reads the balances that use cases have changed. */
  async readBalances(): Promise<void> {
    const users = await this.#db.user.findMany({ select: { id: true, credits: true } });
    for (const { id, credits } of users) this.#balances.set(id, credits);
  }

  #enter({ at, ...entry }: Omit<Entry, "balanceAfter" | "createdAt"> & { at: Date }): void {
    const balanceAfter = this.balanceOf(entry.userId) + entry.delta;
    this.#balances.set(entry.userId, balanceAfter);
    this.#rows.entries.push({ ...entry, balanceAfter, createdAt: at });
  }

  #after(time: Date, leastSeconds: number, mostSeconds: number): Date {
    return new Date(time.getTime() + Math.round(this.#random.between(leastSeconds, mostSeconds) * SECOND_MS));
  }

  /** A UUID of version 7 for a moment of the past. */
  #id(at: Date): string {
    const time = at.getTime().toString(16).padStart(12, "0");
    const digits = Array.from({ length: 18 }, () => this.#random.whole(0, 15).toString(16)).join("");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-a${digits.slice(3, 6)}-${digits.slice(6)}`;
  }
}

interface Generation {
  userId: string;
  work: Work;
  at: Date;
  fails?: boolean;
  keepsCharge?: boolean;
}

interface Chat {
  userId: string;
  messages: readonly string[];
  at: Date;
  isInterrupted?: boolean;
}

interface Entry {
  id: string;
  userId: string;
  delta: number;
  reason: string;
  paymentId: string | null;
  balanceAfter: number;
  createdAt: Date;
}

function emptyRows() {
  return {
    users: [] as Prisma.UserCreateManyInput[],
    generations: [] as Prisma.GenerationHistoryCreateManyInput[],
    sessions: [] as Prisma.ChatSessionCreateManyInput[],
    messages: [] as Prisma.ChatMessageCreateManyInput[],
    entries: [] as Entry[],
  };
}
