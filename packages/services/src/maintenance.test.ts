import { randomUUID } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../test/create-generation";
import { deliver, purchaseEvent } from "../test/provider-events";
import { actAs, createUser, useTestContext } from "../test/test-context";
import { createSession } from "./account/sessions";
import { runMaintenance } from "./maintenance";
import { claimKey } from "./platform/idempotency-keys";

const ctx = useTestContext();
const TWO_MONTHS_MS = 61 * 24 * 60 * 60 * 1000;

describe("runMaintenance", () => {
  it("closes abandoned generations, expires subscriptions and deletes old keys, links and sessions; then there is nothing to do", async () => {
    const image = await createGeneration(ctx, "image");
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId }));
    await claimKey(await actAs(ctx, userId), { key: "a key", operation: "image", input: {} });
    const read = async () => ({
      image: await ctx.db.generationHistory.findUnique({ where: { id: image.id } }),
      subscription: await ctx.db.subscription.findUnique({ where: { id: subscriptionId } }),
      keys: await ctx.db.idempotencyKey.count(),
      sessions: await ctx.db.session.count(),
      links: await Promise.all([
        ctx.db.verificationToken.count(),
        ctx.db.passwordReset.count(),
        ctx.db.emailVerification.count(),
      ]),
    });
    const link = { userId, tokenHash: randomUUID(), expires: new Date(ctx.now().getTime() + 1_000) };
    await ctx.db.passwordReset.create({ data: link });
    await ctx.db.emailVerification.create({ data: link });
    await ctx.db.verificationToken.create({ data: { identifier: userId, token: randomUUID(), expires: link.expires } });
    await createSession(ctx, userId);

    await runMaintenance(ctx);
    expect(await read()).toMatchObject({
      image: { status: "processing" },
      subscription: { status: "active" },
      keys: 1,
      sessions: 1,
      links: [1, 1, 1],
    });

    ctx.setNow(new Date(ctx.now().getTime() + TWO_MONTHS_MS));
    await runMaintenance(ctx);
    const after = await read();
    expect(after).toMatchObject({ image: { status: "failed" }, subscription: { status: "expired" }, keys: 0 });
    expect(after).toMatchObject({ sessions: 0, links: [0, 0, 0] });

    ctx.setNow(new Date(ctx.now().getTime() + TWO_MONTHS_MS));
    await runMaintenance(ctx);
    expect(await read()).toEqual(after);
  });

  it("runs the other tasks when one fails, and logs the failure with the task's name", async () => {
    const log: string[] = [];
    const logged = { ...ctx, log: pino({}, { write: (line) => void log.push(line) }) };
    const ran: string[] = [];
    await runMaintenance(logged, {
      first: async () => void ran.push("first"),
      broken: () => Promise.reject(new Error("no such table")),
      last: async () => void ran.push("last"),
    });
    expect(ran).toEqual(["first", "last"]);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, task: "broken", msg: "maintenance task failed", err: { message: "no such table" } },
    ]);
  });
});
