import { SERVICE_ACTOR } from "@app/db/client/service-actor";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { finishGeneration } from "../history/finish-generation";
import { listAuditLog, writeAudit } from "./audit-log";
import { refundGeneration } from "./generations";
import { banUser, changeRole } from "./user-actions";
import { replayEvent } from "./webhook-events";

const ctx = useTestContext();

describe("listAuditLog", () => {
  it("lists admin actions by action, actor and target, with e-mail addresses", async () => {
    const [ann, bob, user] = [await createUser(ctx), await createUser(ctx), await createUser(ctx)];
    await ctx.db.user.updateMany({ where: { id: { in: [ann, bob] } }, data: { role: "admin" } });
    const input = { userId: user, reason: "spam", expires: undefined };
    await banUser(await actAs(ctx, ann), input);
    await changeRole(await actAs(ctx, bob), { userId: user, role: "admin" });
    const banned = { action: "user.ban", actorEmail: `${ann}@example.com`, targetEmail: `${user}@example.com` };
    const promoted = { action: "user.role", actorEmail: `${bob}@example.com` };
    expect((await listAuditLog(ctx, {})).items).toMatchObject([promoted, banned]);
    expect((await listAuditLog(ctx, { action: "user.ban" })).items).toMatchObject([banned]);
    expect((await listAuditLog(ctx, { actor: `${bob}@Example.com` })).items).toMatchObject([promoted]);
    expect((await listAuditLog(ctx, { targetId: user })).items).toHaveLength(2);
    expect((await listAuditLog(ctx, { targetId: `${user}@example.com` })).items).toHaveLength(2);
    expect((await listAuditLog(ctx, { actor: "nobody" })).items).toEqual([]);
  });

  it("finds the refunds of a user's generations among what was done to the user", async () => {
    const admin = await actAs(ctx, await createUser(ctx));
    const { id, userId } = await createGeneration(ctx, "image");
    const other = await createGeneration(ctx, "image");
    for (const generationId of [id, other.id]) {
      await finishGeneration(ctx, generationId, { status: "failed", error: "No boats today" });
      await refundGeneration(admin, { generationId });
    }
    const refunded = [{ action: "generation.refund", targetId: id }];
    expect((await listAuditLog(ctx, { targetId: userId })).items).toMatchObject(refunded);
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect((await listAuditLog(ctx, { targetId: email })).items).toMatchObject(refunded);
  });

  it("finds what the service itself has noted by the name that the list shows", async () => {
    const action = "payment.other_product";
    await writeAudit(ctx.db, { actorId: SERVICE_ACTOR, action, targetId: null, detail: {}, now: ctx.now() });
    const [entry] = (await listAuditLog(ctx, { action })).items;
    expect((await listAuditLog(ctx, { actor: entry?.actorEmail })).items).toEqual([entry]);
  });

  it("has an entry for each replay of an event, processed or refused", async () => {
    const admin = await actAs(ctx, await createUser(ctx));
    await deliver(ctx, purchaseEvent({ userId: await createUser(ctx), key: "pack_200" }));
    const refused = deliver(ctx, purchaseEvent({ userId: "nobody", key: "pack_200" }));
    await expect(refused).rejects.toThrow();
    for (const { id } of await ctx.db.webhookEvent.findMany({ orderBy: { id: "asc" } }))
      await replayEvent(admin, { eventId: id }).catch(() => undefined);
    const { items } = await listAuditLog(ctx, { actor: admin.actor.id });
    const outcomes = items.map(({ action, detail }) => [action, JSON.parse(detail).outcome]);
    expect(outcomes.sort()).toEqual([
      ["webhook.replay", "duplicate"],
      ["webhook.replay", "rejected"],
    ]);
    await expect(replayEvent(admin, { eventId: "none" })).rejects.toMatchObject({ code: "not_found" });
    expect((await listAuditLog(ctx, { actor: admin.actor.id })).items).toHaveLength(2);
  });

  it("finds the replays of events that name a user among what was done to the user", async () => {
    const admin = await actAs(ctx, await createUser(ctx));
    const [userId, other] = [await createUser(ctx), await createUser(ctx)];
    for (const buyer of [userId, other]) await deliver(ctx, purchaseEvent({ userId: buyer, key: "pack_200" }));
    const events = await ctx.db.webhookEvent.findMany({ where: { userId: { in: [userId, other] } } });
    for (const { id } of events) await replayEvent(admin, { eventId: id });
    const targetId = events.find((event) => event.userId === userId)?.id;
    expect((await listAuditLog(ctx, { targetId: userId })).items).toMatchObject([
      { action: "webhook.replay", targetId },
    ]);
  });
});
