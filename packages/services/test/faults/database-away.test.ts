import { setTimeout as pause } from "node:timers/promises";
import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { beforeEach, expect, it } from "vitest";
import { streamCompletionOnce } from "../../src/chat/completions";
import { streamChat, streamChatOnce } from "../../src/chat/stream-chat";
import type { UserContext } from "../../src/context";
import { closeAbandonedGenerations } from "../../src/history/close-abandoned-generations";
import { generateImage } from "../../src/image/generate-image";
import { runMaintenance } from "../../src/maintenance";
import { submitVideo } from "../../src/video/submit-video";
import { IMAGE_INPUT, useCountedClients, VIDEO_INPUT } from "../idempotency";
import { actAs, createUser, type TestContext, useTestContext, withClients } from "../test-context";

/** As in a failover, a hundredth as long. */
const AWAY_MS = 200;
const PAUSES_MS = [5, 15, 40, 80, 160];
const ctx = useTestContext();
beforeEach(() => Object.assign(ctx, { writeAgainPausesMs: PAUSES_MS }));
const { newUser } = useCountedClients(ctx);
const ELEVEN_MINUTES_MS = 11 * 60_000;

/** A database that cannot be reached for a while from `goAway` on. */
function awayDb(db: TestContext["db"]) {
  let isAway = false;
  const extended = db.$extends({
    query: {
      async $allOperations({ args, query }) {
        if (isAway) throw new Error("Can't reach database server");
        return query(args);
      },
    },
  });
  const wrapped = new Proxy(extended, {
    get(target, name, receiver) {
      if (name === "$transaction" && isAway) return () => Promise.reject(new Error("Can't reach database server"));
      return Reflect.get(target, name, receiver);
    },
  });
  return {
    db: wrapped as unknown as TestContext["db"],
    goAway: () => {
      isAway = true;
      setTimeout(() => {
        isAway = false;
      }, AWAY_MS);
    },
  };
}

const maintain = async () => {
  await pause(AWAY_MS);
  ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
};

it("an image that was made and charged is not lost", async () => {
  const { db, goAway } = awayDb(ctx.db);
  const user = await newUser();
  const image = {
    generate: async () => {
      goAway();
      return { url: "https://a.example/boat.png", revisedPrompt: null };
    },
  };
  const outcome = await generateImage(withClients({ ...user, db } as UserContext, { image }), IMAGE_INPUT).catch(
    (error: unknown) => error,
  );
  await maintain();
  await closeAbandonedGenerations(ctx);
  const [row] = await ctx.db.generationHistory.findMany({ where: { userId: user.actor.id } });
  expect.soft(outcome).toMatchObject({ url: "https://a.example/boat.png" });
  expect(row).toMatchObject({ status: "completed", resultUrl: "https://a.example/boat.png" });
});

it("a video that was submitted and charged is not lost", async () => {
  const { db, goAway } = awayDb(ctx.db);
  const user = await newUser();
  const video = {
    submit: async () => {
      goAway();
      return { taskId: "task" };
    },
    getTask: () => Promise.reject(new Error("unused")),
  };
  await submitVideo(withClients({ ...user, db } as UserContext, { video }), VIDEO_INPUT).catch(() => null);
  await maintain();
  await closeAbandonedGenerations(ctx);
  const [row] = await ctx.db.generationHistory.findMany({ where: { userId: user.actor.id } });
  expect(row).toMatchObject({ status: "processing", taskId: "task" });
});

const COMPLETION = {
  model: "text-model",
  messages: [{ role: "user" as const, content: "Hello" }],
  stream: false,
  includeUsage: false,
  parameters: { max_tokens: 10 },
};

async function chatUser(refundFailedGenerations: boolean) {
  const { db, goAway } = awayDb(ctx.db);
  async function* stream() {
    yield "Good day, this is the whole answer";
    goAway();
  }
  const config = { ...ctx.config, refundFailedGenerations };
  const played = withClients({ ...ctx, db, config }, { chat: { model: "text-model", stream } });
  return actAs(played as typeof ctx, await createUser(ctx, 10));
}

it("a completion whose whole text has come ends as done, not as a charged error without its text", async () => {
  const user = await chatUser(false);
  const events: ChatStreamEvent[] = [];
  const { run } = await streamCompletionOnce(user, COMPLETION);
  await run((event) => events.push(event));
  // A caller without streaming gets the text only with `done`.
  expect(events.at(-1)).toMatchObject({ type: "done" });
});

it("a completion whose whole text was sent, and called charged, is not refunded", async () => {
  const user = await chatUser(true);
  const events: ChatStreamEvent[] = [];
  const { run } = await streamCompletionOnce(user, COMPLETION);
  await run((event) => events.push(event));
  await maintain();
  await runMaintenance({ ...ctx, config: user.config });
  const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: user.actor.id } });
  const last = events.at(-1);
  expect([last?.type, credits]).toEqual(["done", 0]);
});

it("a chat answer whose whole text has come is stored as complete", async () => {
  const user = await chatUser(false);
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
  await run((event) => events.push(event));
  await maintain();
  await runMaintenance({ ...ctx, config: user.config });
  const answers = await ctx.db.chatMessage.findMany({
    where: { role: "assistant", session: { userId: user.actor.id } },
  });
  expect(answers).toMatchObject([{ content: "Good day, this is the whole answer", interrupted: false }]);
});

it("answers the repetition with the stored answer when only the key's response could not be written", async () => {
  async function* stream() {
    yield "Good day";
  }
  let failures = 0;
  const db = new Proxy(ctx.db, {
    get(target, name, receiver) {
      if (name !== "idempotencyKey" || failures === 0) return Reflect.get(target, name, receiver);
      failures -= 1;
      return { updateMany: () => Promise.reject(new Error("Connection terminated")) };
    },
  });
  const played = withClients({ ...ctx, db }, { chat: { model: "text-model", stream } });
  const userId = await createUser(ctx, 10);
  const input = { message: "Hello", sessionId: undefined };
  const read = async () => {
    const events: ChatStreamEvent[] = [];
    const { run } = await streamChatOnce(await actAs(played, userId, "a key"), input);
    const emit = (event: ChatStreamEvent) => {
      // The response of the database to one statement is lost.
      if (event.type === "done") failures = 1;
      events.push(event);
    };
    await run(emit);
    return events;
  };
  const first = await read();
  expect(first.at(-1)).toEqual({ type: "done" });
  ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
  expect((await read()).at(-1)).toEqual({ type: "done" });
});
