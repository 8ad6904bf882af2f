import { beforeEach, describe, expect, it } from "vitest";
import { createGeneration } from "../test/create-generation";
import { actAs, createUser, useTestContext, withClients } from "../test/test-context";
import { streamCompletionOnce } from "./chat/completions";
import { streamChat } from "./chat/stream-chat";
import { runMaintenance } from "./maintenance";
import { ServiceClock } from "./platform/database-clock";
import { correctClock } from "./system/check-clock";
import { getVideoStatus } from "./video/video-status";

const ctx = useTestContext();
/** Longer than the age at which something without an end counts as abandoned. */
const AHEAD_MS = 11 * 60_000;

beforeEach(() => ctx.setNow(new Date()));

/** Maintenance by a process whose clock is ahead of the database's, and of that of the process that works. */
const maintainAhead = () => runMaintenance({ ...ctx, now: () => new Date(Date.now() + AHEAD_MS) });

/** A model that is in the middle of its answer while maintenance runs. */
async function* stream() {
  yield "The first half";
  // As for an answer that takes longer than two seconds.
  await ctx.db.chatMessage.updateMany({ where: { answerPending: true }, data: { partialAnswer: "The first half" } });
  await maintainAhead();
  yield " and the second.";
}

const newUser = async () => actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, 100));

describe("maintenance by a clock that is ahead", () => {
  it("leaves images and videos that another process works on", async () => {
    const image = await createGeneration(ctx, "image");
    const video = await createGeneration(ctx, "video");
    await maintainAhead();
    const statusOf = async (id: string) => (await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } })).status;
    expect([await statusOf(image.id), await statusOf(video.id)]).toEqual(["processing", "pending"]);
  });

  it("leaves a chat that another process streams, whose answer is then stored whole", async () => {
    const user = await newUser();
    const { run } = await streamChat(user, { message: "Tell me", sessionId: undefined });
    await run(() => undefined);
    const answers = await ctx.db.chatMessage.findMany({
      where: { role: "assistant", session: { userId: user.actor.id } },
      select: { content: true, interrupted: true },
    });
    expect(answers).toEqual([{ content: "The first half and the second.", interrupted: false }]);
  });

  it("leaves a completion that another process streams", async () => {
    const user = await newUser();
    const { run } = await streamCompletionOnce(user, {
      model: "text-model",
      messages: [{ role: "user", content: "Tell me" }],
      stream: true,
      includeUsage: false,
      parameters: { max_tokens: 10 },
    });
    await run(() => undefined);
    const rows = await ctx.db.chatCompletion.findMany({ where: { userId: user.actor.id } });
    expect(rows.map(({ status }) => status)).toEqual(["completed"]);
  });
});

describe("work that a process whose clock is behind has begun", () => {
  /** Such a process, right after its start. */
  async function startBehind() {
    const clock = new ServiceClock(() => new Date(Date.now() - AHEAD_MS));
    await correctClock(ctx, clock);
    return { ...ctx, now: clock.now };
  }
  const statusOf = async (id: string) => (await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } })).status;

  it("is not closed as abandoned by another process", async () => {
    const image = await createGeneration(await startBehind(), "image");
    await runMaintenance({ ...ctx, now: () => new Date() });
    expect(await statusOf(image.id)).toBe("processing");
  });

  it("is not timed out by the first poll at another process", async () => {
    const { id, userId } = await createGeneration(await startBehind(), "video", {
      status: "processing",
      taskId: "task",
    });
    const getTask = async () => ({ status: "running", videoUrl: null, error: null }) as const;
    const video = { submit: () => Promise.reject(new Error("Nothing is to be submitted")), getTask };
    const user = await actAs(withClients(ctx, { video, storage: null }), userId);
    await getVideoStatus(user, { taskId: "task", historyId: id });
    expect(await statusOf(id)).toBe("processing");
  });
});
