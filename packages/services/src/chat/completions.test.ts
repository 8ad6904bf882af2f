import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { expect, it } from "vitest";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { closeAbandonedCompletions, streamCompletionOnce } from "./completions";

const ctx = useTestContext();
const INPUT = {
  model: "text-model",
  messages: [{ role: "user" as const, content: "Hello" }],
  stream: false,
  includeUsage: false,
  parameters: { max_tokens: 10 },
};

it("is completed although the database cannot be reached for a moment at its end", async () => {
  let failures = 0;
  const db = new Proxy(ctx.db, {
    get(target, name, receiver) {
      if (name !== "chatCompletion" || failures === 0) return Reflect.get(target, name, receiver);
      failures -= 1;
      return { updateMany: () => Promise.reject(new Error("Connection terminated")) };
    },
  });
  async function* stream() {
    yield "Good day";
  }
  const played = withClients({ ...ctx, db }, { chat: { model: "text-model", stream } });
  const user = await actAs(played, await createUser(ctx, 10));
  const { run } = await streamCompletionOnce(user, INPUT);
  failures = 2;
  const events: ChatStreamEvent[] = [];
  await run((event) => events.push(event));
  expect(events.at(-1)).toMatchObject({ type: "done" });
  expect(await ctx.db.chatCompletion.findMany({ where: { userId: user.actor.id } })).toMatchObject([
    { status: "completed", creditsUsed: 10 },
  ]);
});

it.each([
  [true, 0, 10],
  [false, 10, 0],
])(
  "says what a lost response cost in the end, with refunds %s",
  async (refundFailedGenerations, creditsCharged, credits) => {
    const config = { ...ctx.config, refundFailedGenerations };
    const userId = await createUser(ctx, 10);
    const played = { ...ctx, config };
    const once = async (now: Date) => ({ ...(await actAs(played, userId)), idempotencyKey: "lost", now: () => now });
    // Never run: its process died.
    await streamCompletionOnce(await once(ctx.now()), INPUT);
    const later = new Date(ctx.now().getTime() + 11 * 60_000);
    await closeAbandonedCompletions({ ...played, now: () => later });
    const { run } = await streamCompletionOnce(await once(later), INPUT);
    const events: ChatStreamEvent[] = [];
    await run((event) => events.push(event));
    expect(events.at(-1)).toMatchObject({ type: "error", creditsCharged });
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits });
  },
);

it.each([
  ["keeps the charge of a stream, whose beginning the client has got", true, 10],
  ["returns the credits of a whole response, of which the client gets nothing", false, 0],
])("a response that breaks off, with refunds, %s", async (_what, isStream, creditsCharged) => {
  async function* stream() {
    yield "Good";
    throw new Error("The answer was cut off");
  }
  const config = { ...ctx.config, refundFailedGenerations: true };
  const played = withClients({ ...ctx, config }, { chat: { model: "text-model", stream } });
  const user = await actAs(played, await createUser(ctx, 10));
  const { run } = await streamCompletionOnce(user, { ...INPUT, stream: isStream });
  const events: ChatStreamEvent[] = [];
  await run((event) => events.push(event));
  expect(events.at(-1)).toMatchObject({ type: "error", creditsCharged });
  expect(await ctx.db.user.findUnique({ where: { id: user.actor.id } })).toMatchObject({
    credits: 10 - creditsCharged,
  });
});

it("a whole response whose end was written, but not confirmed before the database was away for long, returns its credits, as it says", async () => {
  let failures = 0;
  const db = new Proxy(ctx.db, {
    get(target, name, receiver) {
      if (name !== "chatCompletion" || failures === 0) return Reflect.get(target, name, receiver);
      failures -= 1;
      const isFirst = failures === ctx.writeAgainPausesMs?.length;
      return {
        updateMany: async (end: Parameters<typeof target.chatCompletion.updateMany>[0]) => {
          if (isFirst) await target.chatCompletion.updateMany(end);
          throw new Error("Connection terminated");
        },
      };
    },
  });
  async function* stream() {
    yield "Good day";
  }
  const config = { ...ctx.config, refundFailedGenerations: true };
  const played = withClients({ ...ctx, db, config }, { chat: { model: "text-model", stream } });
  const user = await actAs(played, await createUser(ctx, 10));
  const { run } = await streamCompletionOnce(user, INPUT);
  failures = (ctx.writeAgainPausesMs?.length ?? 0) + 1;
  const events: ChatStreamEvent[] = [];
  await run((event) => events.push(event));
  expect(events.at(-1)).toMatchObject({ type: "error", creditsCharged: 0 });
  expect(await ctx.db.user.findUnique({ where: { id: user.actor.id } })).toMatchObject({ credits: 10 });
});
