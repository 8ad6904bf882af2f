import { isLongRun } from "@app/sandbox/testing/fault-tests";
import { describe, expect, it } from "vitest";
import { closeAbandonedCompletions } from "../../src/chat/completions";
import { closeAbandonedTurns } from "../../src/chat/failed-turns";
import { closeAbandonedGenerations } from "../../src/history/close-abandoned-generations";
import { runMaintenance } from "../../src/maintenance";
import { createUser, useTestContext } from "../test-context";

const ctx = useTestContext();
const ELEVEN_MINUTES_MS = 11 * 60_000;
/** A run chooses 200 of the 201 rows at random. */
const RUNS_MAX = 3;

describe.runIf(isLongRun)("200 rows that cannot be closed", () => {
  const broken = "broken";

  /** Updates of rows of this user fail, as by a constraint. */
  async function breakUpdates(table: string, condition: string) {
    await ctx.db.$executeRawUnsafe(`
      CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cannot be closed'; END $$`);
    await ctx.db.$executeRawUnsafe(`
      CREATE TRIGGER refuse BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_${table}()`);
  }

  it("do not keep newer completions open", async () => {
    const userId = await createUser(ctx, 10);
    const row = { userId, model: broken, status: "processing", creditsUsed: 10 };
    const createdAt = ctx.now();
    await ctx.db.chatCompletion.createMany({
      data: Array.from({ length: 200 }, (_, index) => ({ ...row, id: `broken ${index}`, createdAt })),
    });
    const newer = { ...row, id: "newer", model: "text-model", createdAt: new Date(createdAt.getTime() + 1) };
    await ctx.db.chatCompletion.create({ data: newer });
    await breakUpdates("chat_completion", `OLD.model = '${broken}'`);
    ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
    for (let run = 0; run < RUNS_MAX && (await closeAbandonedCompletions(ctx)) === 0; run += 1);
    expect(await ctx.db.chatCompletion.findUnique({ where: { id: "newer" } })).toMatchObject({ status: "failed" });
  });

  it("do not keep newer turns open", async () => {
    const userId = await createUser(ctx, 10);
    const createdAt = ctx.now();
    const session = await ctx.db.chatSession.create({
      data: { userId, title: "t", model: "m", lastMessageAt: createdAt, createdAt, updatedAt: createdAt } as never,
    });
    const row = { sessionId: session.id, role: "user", creditsUsed: 10, answerPending: true };
    await ctx.db.chatMessage.createMany({
      data: Array.from({ length: 200 }, (_, index) => ({ ...row, id: `broken ${index}`, content: broken, createdAt })),
    });
    await ctx.db.chatMessage.create({
      data: { ...row, id: "newer", content: "Hello", createdAt: new Date(createdAt.getTime() + 1) },
    });
    await breakUpdates("chat_message", `OLD.content = '${broken}'`);
    ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
    for (let run = 0; run < RUNS_MAX && (await closeAbandonedTurns(ctx)) === 0; run += 1);
    expect(await ctx.db.chatMessage.findUnique({ where: { id: "newer" } })).toMatchObject({ answerPending: false });
  });

  it("do not hold maintenance up", async () => {
    const userId = await createUser(ctx, 10);
    const createdAt = ctx.now();
    const row = { userId, type: "image", status: "processing", creditsUsed: 20, metadata: "{}", prompt: broken };
    await ctx.db.generationHistory.createMany({
      data: Array.from({ length: 10 }, (_, index) => ({
        ...row,
        id: `broken ${index}`,
        createdAt,
        updatedAt: createdAt,
      })),
    });
    await breakUpdates("generation_history", `OLD.prompt = '${broken}'`);
    ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
    const startedAt = performance.now();
    await runMaintenance({ ...ctx, writeAgainPausesMs: [10_000] }, { closeAbandonedGenerations });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }, 60_000);
});
