import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import { beforeEach, describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createUser, STRANGER, useTestContext, withClients } from "../../test/test-context";
import { checkPassword } from "./password";
import { requestPasswordReset, resetPassword, sendPasswordReset } from "./password-reset";
import { createSession } from "./sessions";

const ctx = useTestContext();
const MINUTE_MS = 60_000;
const PASSWORD = "a new password";
const OVER = "This link has expired or was used before";

let mails: Mail[] = [];
let isDown = false;
let email = "";
let userId = "";

beforeEach(async () => {
  mails = [];
  isDown = false;
  userId = await createUser(ctx);
  email = `${userId}@example.com`;
});

const mailer = {
  send: async (mail: Mail) => {
    if (isDown) throw new Error("The mail server is down");
    mails.push(mail);
  },
};
const send = (to = email, locale: string | null = null, askedAt = ctx.now()) =>
  sendPasswordReset(withClients(ctx, { mailer }), { email: to, locale, askedAt: askedAt.toISOString() });
const later = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const mailedToken = () => /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
const signsIn = async (password: string) => (await checkPassword(ctx, { email, password })) !== null;

async function linkToken(): Promise<string> {
  await send();
  return mailedToken();
}

describe("requestPasswordReset", () => {
  it("responds and queues the same with and without an account, and writes nothing else", async () => {
    const unknown = `${randomUUID()}@example.com`;
    for (const asked of [email, unknown]) {
      expect(
        await requestPasswordReset(ctx, { email: asked, locale: undefined, callbackUrl: undefined }, STRANGER),
      ).toEqual({ success: true });
      expect(await readJobs(ctx, `password-reset:${asked}`)).toMatchObject([{ task: "send-password-reset" }]);
    }
    expect(await ctx.db.passwordReset.count({ where: { userId } })).toBe(0);
  });

  it("queues at most one job per address", async () => {
    await requestPasswordReset(ctx, { email, locale: undefined, callbackUrl: undefined }, STRANGER);
    await requestPasswordReset(ctx, { email, locale: "zh", callbackUrl: undefined }, STRANGER);
    expect(await readJobs(ctx, `password-reset:${email}`)).toHaveLength(1);
  });
});

describe("sendPasswordReset", () => {
  it("mails a link in the user's language, and stores only its hash", async () => {
    await send(email, "zh");
    expect(mails).toMatchObject([{ to: email, subject: "重设你的 Genmint 密码" }]);
    expect(mails[0]?.text).toContain("http://localhost:3000/zh/reset-password?token=");
    const row = await ctx.db.passwordReset.findUniqueOrThrow({ where: { userId } });
    expect(row.expires.getTime() - ctx.now().getTime()).toBe(60 * MINUTE_MS);
    expect(JSON.stringify(row)).not.toContain(mailedToken());
  });

  it("the link carries the path to go to in the end", async () => {
    const page = { callbackUrl: "/billing?buy=pro_yearly#plans", locale: null, askedAt: ctx.now().toISOString() };
    await sendPasswordReset(withClients(ctx, { mailer }), { email, ...page });
    const link = new URL(/https?:\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "");
    expect(link.searchParams.get("callbackUrl")).toBe("/billing?buy=pro_yearly#plans");
    expect(link.searchParams.get("token")).toBe(mailedToken());
  });

  it("mails nothing to an address without an account, nor to a banned user", async () => {
    await send(`${randomUUID()}@example.com`);
    await ctx.db.user.update({ where: { id: userId }, data: { banned: true } });
    await send();
    expect(mails).toEqual([]);
  });

  it("mails at most once a minute", async () => {
    await send();
    await send();
    expect(mails).toHaveLength(1);
    later(MINUTE_MS);
    await send();
    expect(mails).toHaveLength(2);
  });

  it("is retried after a failure of the mail server, and dropped when the link would have expired", async () => {
    isDown = true;
    await expect(send()).rejects.toThrow("The mail server is down");
    isDown = false;
    await send();
    expect(mails).toHaveLength(1);
    const askedAt = ctx.now();
    later(61 * MINUTE_MS);
    await send(email, null, askedAt);
    expect(mails).toHaveLength(1);
  });
});

describe("resetPassword", () => {
  it("sets the password, ends every session and verifies the address", async () => {
    await createSession(ctx, userId);
    expect(await resetPassword(ctx, { token: await linkToken(), password: PASSWORD })).toEqual({ email });
    expect(await signsIn(PASSWORD)).toBe(true);
    expect(await ctx.db.session.count({ where: { userId } })).toBe(0);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ emailVerified: true });
  });

  it("gives an account that a stranger created to the owner of the address", async () => {
    const identity = { provider: "github", providerAccountId: randomUUID() };
    await ctx.db.account.create({ data: { userId, type: "oauth", ...identity } });
    await resetPassword(ctx, { token: await linkToken(), password: PASSWORD });
    expect(await ctx.db.account.count({ where: { userId } })).toBe(0);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ ownerProven: true });
  });

  it("works once, also for concurrent requests", async () => {
    const token = await linkToken();
    const tries = await Promise.allSettled(
      ["first try", "second try"].map((password) => resetPassword(ctx, { token, password })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(resetPassword(ctx, { token, password: PASSWORD })).rejects.toThrow(OVER);
    expect(await signsIn(PASSWORD)).toBe(false);
  });

  it("works for an hour, and only until a newer link is mailed", async () => {
    const first = await linkToken();
    later(MINUTE_MS);
    const second = await linkToken();
    await expect(resetPassword(ctx, { token: first, password: PASSWORD })).rejects.toThrow(OVER);
    later(60 * MINUTE_MS);
    await expect(resetPassword(ctx, { token: second, password: PASSWORD })).rejects.toThrow(OVER);
    expect(await signsIn(PASSWORD)).toBe(false);
  });

  it("refuses an unknown token", async () => {
    await expect(resetPassword(ctx, { token: "made up", password: PASSWORD })).rejects.toThrow(OVER);
  });
});
