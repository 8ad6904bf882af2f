import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lockWaits, readJobs } from "../../test/database-state";
import { actAs, STRANGER, useTestContext, withClients } from "../../test/test-context";
import { requestVerification, sendVerification, verifyEmail } from "./email-verification";
import { claimAccount } from "./identities";
import { signUp } from "./sign-in";

const ctx = useTestContext();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OVER = "This link has expired or was used before";

let mails: Mail[] = [];
let userId = "";
let email = "";

beforeEach(async () => {
  mails = [];
  const input = { name: undefined, email: `${randomUUID()}@example.com`, password: "correct horse battery" };
  ({ id: userId, email } = await signUp(ctx, { ...input, locale: "zh" }));
});

const mailer = { send: async (mail: Mail) => void mails.push(mail) };
const send = (locale: string | null = null, askedAt = ctx.now()) =>
  sendVerification(withClients(ctx, { mailer }), { userId, locale, askedAt: askedAt.toISOString() });
const later = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const userNow = () => ctx.db.user.findUniqueOrThrow({ where: { id: userId } });

async function mailedToken(): Promise<string> {
  await send();
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}

describe("the mail", () => {
  it("is queued with the account, and again on request until the address is confirmed", async () => {
    const key = `verification:${userId}`;
    expect(await readJobs(ctx, key)).toMatchObject([{ task: "send-verification" }]);
    await requestVerification(await actAs(ctx, userId), { locale: "en" }, STRANGER);
    expect(await readJobs(ctx, key)).toHaveLength(1);
    await ctx.db.$executeRaw`SELECT graphile_worker.remove_job(${key})`;
    await ctx.db.user.update({ where: { id: userId }, data: { emailVerified: true } });
    await requestVerification(await actAs(ctx, userId), { locale: "en" }, STRANGER);
    expect(await readJobs(ctx, key)).toEqual([]);
  });

  it("is in the user's language, and only the hash of its token is stored", async () => {
    await send("zh");
    expect(mails).toMatchObject([{ to: email, subject: "确认你的 Genmint 邮箱" }]);
    expect(mails[0]?.text).toContain("http://localhost:3000/zh/verify-email?token=");
    const row = await ctx.db.emailVerification.findUniqueOrThrow({ where: { userId } });
    expect(row.expires.getTime() - ctx.now().getTime()).toBe(24 * HOUR_MS);
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    expect(JSON.stringify([row, await readJobs(ctx)])).not.toContain(token);
  });

  it("is sent at most once a minute, and not to a confirmed address", async () => {
    await send();
    await send();
    expect(mails).toHaveLength(1);
    const askedAt = ctx.now();
    later(25 * HOUR_MS);
    await send(null, askedAt);
    expect(mails).toHaveLength(1);
    await ctx.db.user.update({ where: { id: userId }, data: { emailVerified: true } });
    await send();
    expect(mails).toHaveLength(1);
  });
});

describe("verifyEmail", () => {
  it("confirms the address, and proves the owner when the account is signed in", async () => {
    expect(await verifyEmail(ctx, { token: await mailedToken(), openedBy: userId })).toEqual({ email });
    expect(await userNow()).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it.each([null, "somebody-else"])("confirms only the address for %j", async (openedBy) => {
    await verifyEmail(ctx, { token: await mailedToken(), openedBy });
    expect(await userNow()).toMatchObject({ emailVerified: true, ownerProven: false });
  });

  it("works once, also for concurrent requests", async () => {
    const token = await mailedToken();
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => verifyEmail(ctx, { token, openedBy: userId })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(verifyEmail(ctx, { token, openedBy: userId })).rejects.toThrow(OVER);
  });

  it("waits for one who claims the account, instead of a deadlock, and is used up by then", async () => {
    const token = await mailedToken();
    let verifying: Promise<unknown> | undefined;
    await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
      verifying = verifyEmail(ctx, { token, openedBy: userId }).catch((error: unknown) => error);
      await vi.waitFor(async () => expect(await lockWaits(ctx)).toBe(1), { timeout: 4_000 });
      await claimAccount(tx, userId, ctx.now());
    });
    expect(await verifying).toMatchObject({ message: OVER });
    expect(await userNow()).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it("works for a day, and only until a newer link is mailed", async () => {
    const first = await mailedToken();
    later(MINUTE_MS);
    const second = await mailedToken();
    await expect(verifyEmail(ctx, { token: first, openedBy: userId })).rejects.toThrow(OVER);
    later(24 * HOUR_MS);
    await expect(verifyEmail(ctx, { token: second, openedBy: userId })).rejects.toThrow(OVER);
    await expect(verifyEmail(ctx, { token: "made up", openedBy: userId })).rejects.toThrow(OVER);
    expect(await userNow()).toMatchObject({ emailVerified: false });
  });
});
