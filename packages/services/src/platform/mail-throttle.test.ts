import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createUser, strangerAt, testLimits, useTestContext, withClients } from "../../test/test-context";
import { sendVerification } from "../account/email-verification";
import { requestPasswordReset, resetPassword, sendPasswordReset } from "../account/password-reset";
import { requestSignInLink, sendSignInLink } from "../account/sign-in-link";
import { purgeLimits } from "./rate-limits";

const ctx = useTestContext();
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A service with limits that records its mails, and whose mail server can be down. */
function limitedService() {
  const mails: Mail[] = [];
  const server = { isDown: false };
  const mailer = {
    send: async (mail: Mail) => {
      if (server.isDown) throw new Error("the mail server is down");
      mails.push(mail);
    },
  };
  const limits = testLimits({ max: 1_000, windowSeconds: 60 });
  const service = withClients({ ...ctx, config: { ...ctx.config, limits } }, { mailer });
  return { service, mails, server };
}

const pass = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const newEmail = () => `${randomUUID()}@example.com`;
const linkTo = (email: string) => ({
  email,
  locale: "en",
  callbackUrl: "http://localhost:3000/dashboard",
  askedAt: ctx.now().toISOString(),
});

describe("mails of one kind to one address", () => {
  it("are limited to one for many requests from many networks", async () => {
    const { service, mails } = limitedService();
    const email = newEmail();
    for (let network = 0; network < 30; network += 1) {
      await requestSignInLink(service, linkTo(email), strangerAt(`192.0.2.${network}`));
      await sendSignInLink(service, linkTo(email));
    }
    await Promise.all(Array.from({ length: 10 }, () => sendSignInLink(service, linkTo(email))));
    expect(mails).toHaveLength(1);
  });

  it("wait for the back-off to end, and are then sent without another request", async () => {
    const { service, mails } = limitedService();
    const email = newEmail();
    await sendSignInLink(service, linkTo(email));
    pass(10 * SECOND_MS);
    await sendSignInLink(service, linkTo(email));
    const [waiting, ...others] = await readJobs(ctx, `sign-in-link:${email}`);
    expect(others).toEqual([]);
    expect((waiting?.runAt.getTime() ?? 0) - ctx.now().getTime()).toBe(50 * SECOND_MS);
    pass(50 * SECOND_MS);
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(2);
  });

  it("wait no longer than the back-off after one that was sent by a clock ahead of its time", async () => {
    const { service, mails } = limitedService();
    const email = newEmail();
    const right = ctx.now();
    pass(24 * HOUR_MS);
    await sendSignInLink(service, linkTo(email));
    ctx.setNow(right);
    await sendSignInLink(service, linkTo(email));
    const [waiting] = await readJobs(ctx, `sign-in-link:${email}`);
    expect((waiting?.runAt.getTime() ?? 0) - right.getTime()).toBeLessThanOrEqual(5 * MINUTE_MS);
    ctx.setNow(waiting?.runAt ?? right);
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(2);
  });

  it("keep their pause where the clocks of two processes differ by less than is corrected", async () => {
    const { service, mails } = limitedService();
    const email = newEmail();
    const right = ctx.now();
    pass(MINUTE_MS - 1000);
    await sendSignInLink(service, linkTo(email));
    ctx.setNow(right);
    await sendSignInLink(service, linkTo(email));
    pass(2 * (MINUTE_MS - 1000));
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(1);
    pass(1000);
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(2);
  });

  it("are at most five minutes apart and under twenty an hour, however often a stranger asks", async () => {
    const { service, mails } = limitedService();
    const email = newEmail();
    const sentAt: number[] = [];
    for (let second = 0; second < 3_600; second += 10) {
      const before = mails.length;
      await sendSignInLink(service, linkTo(email));
      if (mails.length > before) sentAt.push(ctx.now().getTime());
      pass(10 * SECOND_MS);
      // Maintenance must not delete a back-off that is still in effect.
      if (second % 60 === 0) await purgeLimits(service);
    }
    const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([1, 1, 2, 5, 5].map((minutes) => minutes * MINUTE_MS));
    expect(Math.max(...pauses)).toBe(5 * MINUTE_MS);
    expect(mails.length).toBeLessThan(20);
    pass(HOUR_MS);
    await sendSignInLink(service, linkTo(email));
    pass(MINUTE_MS);
    const before = mails.length;
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(before + 1);
  });

  it("do not count when they could not be sent", async () => {
    const { service, mails, server } = limitedService();
    const email = newEmail();
    server.isDown = true;
    for (let tries = 0; tries < 3; tries += 1)
      await expect(sendSignInLink(service, linkTo(email))).rejects.toThrow("mail server");
    server.isDown = false;
    await sendSignInLink(service, linkTo(email));
    expect(mails).toHaveLength(1);
  });

  it("count by kind and by address", async () => {
    const { service, mails } = limitedService();
    const userId = await createUser(ctx);
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    const asked = { locale: null, askedAt: ctx.now().toISOString() };
    await sendSignInLink(service, linkTo(email));
    await requestPasswordReset(service, { email, locale: undefined, callbackUrl: undefined }, strangerAt("192.0.2.1"));
    await sendPasswordReset(service, { email, ...asked });
    await sendVerification(service, { userId, ...asked });
    await sendSignInLink(service, linkTo(newEmail()));
    expect(new Set(mails.map(({ to, subject }) => `${to} ${subject}`)).size).toBe(4);
  });

  it("are not throttled without limits", async () => {
    const { mails, service } = limitedService();
    const email = newEmail();
    const lifted = { ...service, config: ctx.config };
    for (let count = 0; count < 3; count += 1) await sendSignInLink(lifted, linkTo(email));
    expect(mails).toHaveLength(3);
  });
});

it.each(["password-reset", "verification"] as const)(
  "a link (%s) that is requested again within a minute comes when the minute is over",
  async (kind) => {
    const { service, mails } = limitedService();
    const userId = await createUser(ctx);
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    const request = () => {
      const asked = { locale: null, askedAt: ctx.now().toISOString() };
      return kind === "verification"
        ? sendVerification(service, { userId, ...asked })
        : sendPasswordReset(service, { email, ...asked });
    };
    await request();
    expect(mails).toHaveLength(1);
    pass(20 * SECOND_MS);
    await request();
    expect(mails).toHaveLength(1);
    const [waiting] = await readJobs(
      ctx,
      kind === "verification" ? `verification:${userId}` : `password-reset:${email}`,
    );
    expect(waiting?.runAt.getTime()).toBe(ctx.now().getTime() + 40 * SECOND_MS);
  },
);

it("mails no other link once the first has set a password, though it was requested twice", async () => {
  const { service, mails } = limitedService();
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: await createUser(ctx) } });
  const payload = () => ({ email, locale: null, askedAt: ctx.now().toISOString() });
  await sendPasswordReset(service, payload());
  pass(15 * SECOND_MS);
  // The job of a second request.
  const second = payload();
  await sendPasswordReset(service, second);
  pass(20 * SECOND_MS);
  const token = /token=([\w-]+)/.exec(String(mails[0]?.text))?.[1] ?? "";
  await resetPassword(service, { token, password: "a new password 4711" });
  pass(60 * SECOND_MS);
  if ((await readJobs(ctx, `password-reset:${email}`)).length > 0) await sendPasswordReset(service, second);
  expect(mails).toHaveLength(1);
});

it("a double click mails one link, which stays valid", async () => {
  const { service, mails } = limitedService();
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: await createUser(ctx) } });
  for (let click = 0; click < 2; click += 1) {
    await sendPasswordReset(service, { email, locale: null, askedAt: ctx.now().toISOString() });
    pass(2 * SECOND_MS);
  }
  expect(mails).toHaveLength(1);
  expect(await readJobs(ctx, `password-reset:${email}`)).toEqual([]);
});
