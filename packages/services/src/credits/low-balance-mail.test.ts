import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { changeMails } from "../account/profile";
import { grantCredits } from "./grant-credits";
import { sendLowBalance } from "./low-balance-mail";
import { spendCredits } from "./spend-credits";
import type { Spend } from "./write-spends";

const ctx = useTestContext();

const spend = (userId: string, costCredits: number, more: Partial<Spend> = {}) =>
  spendCredits(ctx, {
    entryId: randomUUID(),
    userId,
    costCredits,
    reason: "chat_usage",
    reference: "a session",
    now: ctx.now(),
    claimedKey: undefined,
    lowThreshold: ctx.config.lowCreditsThreshold,
    ...more,
  });

const grant = (userId: string, delta: number) =>
  ctx.db.$transaction((tx) =>
    grantCredits(tx, [{ entryId: randomUUID(), userId, delta, reason: "bonus", reference: null }], ctx.now()),
  );

/** The queued mails of a user, taken out of the queue as the worker does. */
async function takeMails(userId: string): Promise<{ userId: string; entryId: string }[]> {
  const key = `low-balance:${userId}`;
  const jobs = await ctx.db.$queryRaw<{ payload: { userId: string; entryId: string } }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE key = ${key}`;
  await ctx.db.$queryRaw`SELECT count(graphile_worker.remove_job(${key}))::int`;
  return jobs.map(({ payload }) => payload);
}

/** Runs the job. Returns the mails that it sent. */
async function send(payload: { userId: string; entryId: string }): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  await sendLowBalance(withClients(ctx, { mailer }), payload);
  return sent;
}

describe("the mail of a low balance", () => {
  it("is queued by the spend that crosses the threshold, not by those before and after it", async () => {
    const userId = await createUser(ctx, 130);
    await spend(userId, 20);
    expect(await takeMails(userId)).toEqual([]);
    const entryId = randomUUID();
    await spend(userId, 10, { entryId });
    expect(await takeMails(userId)).toEqual([{ userId, entryId }]);
    await spend(userId, 10);
    expect(await takeMails(userId)).toEqual([]);
  });

  it("is queued once by spends at the same time, alone or in one statement, and again after the balance rose", async () => {
    const userId = await createUser(ctx, 150);
    const mails: string[] = [];
    const spends = Array.from({ length: 12 }, (_, index) => {
      const claimedKey = index % 2 === 0 ? undefined : randomUUID();
      const reserve = claimedKey
        ? ctx.db.idempotencyKey.create({
            data: { userId, key: claimedKey, requestHash: "", lockedUntil: ctx.now(), expiresAt: ctx.now() },
          })
        : Promise.resolve();
      return reserve.then(() => spend(userId, 10, { claimedKey }));
    });
    await Promise.all(spends);
    mails.push(...(await takeMails(userId)).map(({ entryId }) => entryId));
    expect(mails).toHaveLength(1);
    expect(await ctx.db.creditLedger.findMany({ where: { id: { in: mails } } })).toMatchObject([{ balanceAfter: 100 }]);
    await grant(userId, 100);
    await spend(userId, 50);
    expect(await takeMails(userId)).toHaveLength(1);
  });

  it("is not queued by a refused spend, without a threshold, or when the user has switched it off", async () => {
    const userId = await createUser(ctx, 110);
    expect(await spend(userId, 500)).toMatchObject({ spent: false });
    await spend(userId, 20, { lowThreshold: undefined });
    expect(await takeMails(userId)).toEqual([]);
    const off = await createUser(ctx, 110);
    await changeMails(await actAs(ctx, off), { lowBalance: false });
    expect(await spend(off, 20)).toMatchObject({ spent: true, remainingCredits: 90 });
    expect(await takeMails(off)).toEqual([]);
  });

  it("names the balance and leads to billing and to its switch, in the user's language", async () => {
    const userId = await createUser(ctx, 90);
    const [english] = await send({ userId, entryId: "e" });
    expect(english).toMatchObject({ subject: "You have 90 credits left", messageId: "low-balance-e@genmint" });
    expect(english?.text).toContain("http://localhost:3000/billing#plans");
    expect(english?.text).toContain("http://localhost:3000/account#mails");
    await ctx.db.user.update({ where: { id: userId }, data: { locale: "zh" } });
    const [chinese] = await send({ userId, entryId: "e" });
    expect(chinese?.subject).toBe("你还剩 90 积分");
    expect(chinese?.text).toContain("http://localhost:3000/zh/billing#plans");
  });

  it("is dropped when the balance rose, the user switched it off or deleted the account", async () => {
    const userId = await createUser(ctx, 90);
    await grant(userId, 100);
    expect(await send({ userId, entryId: "e" })).toEqual([]);
    for (const data of [{ lowBalanceMails: false }, { deletedAt: ctx.now() }]) {
      const other = await createUser(ctx, 90);
      await ctx.db.user.update({ where: { id: other }, data });
      expect(await send({ userId: other, entryId: "e" })).toEqual([]);
    }
  });
});
