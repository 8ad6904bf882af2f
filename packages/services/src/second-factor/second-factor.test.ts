import type { Mail } from "@app/clients/mail/mailer";
import type { Tx } from "@app/db/client/db";
import { generateSync } from "otplib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readJobs } from "../../test/database-state";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { listSessions } from "../account/manage-sessions";
import { hashPassword } from "../account/password";
import { createSession, resolveSession } from "../account/sessions";
import type { Secrets } from "../context";
import { sealSecret } from "../platform/sealed-secrets";
import { checkSignInCode } from "./check-code";
import { sendCodesLocked } from "./codes-locked-mail";
import { beginSecondFactor, confirmSecondFactor, disableSecondFactor, getSecondFactor } from "./enrolment";
import { completeSignIn } from "./finish-sign-in";
import { reencryptSecondFactors } from "./reencrypt-secrets";
import { secondFactorOf } from "./secrets";

const STEP_SECONDS = 30;
/** The code of an authenticator app with this secret; `step` 1 is the next code. */
function appCode(secret: string, now: Date, step = 0): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + step * STEP_SECONDS });
}

const ctx = useTestContext();
const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;
const WRONG = { code: "bad_request", fields: { refusal: "wrongCode" } };
const LOCKED = { code: "rate_limited", fields: { refusal: "codesLocked" }, retryAfterSeconds: 900 };

let userId = "";
beforeEach(async () => {
  userId = await createUser(ctx);
  const data = { role: "admin", passwordHash: await hashPassword(PASSWORD) };
  await ctx.db.user.update({ where: { id: userId }, data });
});

const later = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const admin = () => actAs(ctx, userId);
const signsIn = async (sessionToken: string) => (await resolveSession(ctx, sessionToken)).kind === "active";

/** An administrator with a second factor. The time step of the first code has passed. */
async function enrolled() {
  const here = await createSession(ctx, userId);
  const elsewhere = await createSession(ctx, userId);
  const { secret } = await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
  const code = appCode(secret, ctx.now());
  const { recoveryCodes } = await confirmSecondFactor(await admin(), { code, currentToken: here.sessionToken });
  later(MINUTE_MS);
  const wrong = () => String((Number(appCode(secret, ctx.now())) + 1) % 1_000_000).padStart(6, "0");
  return { secret, recoveryCodes, here, elsewhere, wrong, code: (step = 0) => appCode(secret, ctx.now(), step) };
}

/** Enters five wrong codes. */
async function lock(wrong: () => string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: wrong() })).rejects.toMatchObject(WRONG);
}

/** Until a statement waits for a lock. */
async function untilWaiting(): Promise<void> {
  const isWaiting = async () => {
    const rows = await ctx.db.$queryRaw<object[]>`
      SELECT 1 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await vi.waitUntil(isWaiting, { timeout: 5_000 });
}

const signIn = async () => (await createSession(ctx, userId)).sessionToken;

describe("turning it on", () => {
  it("ends a session of a sign-in that began before and ends later", async () => {
    const here = await createSession(ctx, userId);
    const { secret } = await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
    const code = appCode(secret, ctx.now());
    const confirmed = await admin();
    const [late] = await ctx.db.$transaction(async (tx) => {
      // As a spend does: the sign-in waits for this lock of the user.
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
      const signingIn = createSession(ctx, userId);
      await untilWaiting();
      await confirmSecondFactor(confirmed, { code, currentToken: here.sessionToken });
      return [signingIn];
    });
    const { sessionToken } = await late;
    expect([await signsIn(here.sessionToken), await signsIn(sessionToken)]).toEqual([true, false]);
  });

  it("is refused when another browser has begun anew between the check of the code and its end", async () => {
    const here = await createSession(ctx, userId);
    const { secret } = await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
    const confirming = await admin();
    // Another secret takes the place of the one whose code was just checked.
    const $transaction = async (run: (tx: Tx) => Promise<unknown>) => {
      const result = await ctx.db.$transaction(run);
      if (result && typeof result === "object" && "kind" in result)
        await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
      return result;
    };
    const db = new Proxy(ctx.db, {
      get: (own, name) => (name === "$transaction" ? $transaction : Reflect.get(own, name)),
    });
    const confirmed = confirmSecondFactor(
      { ...confirming, db },
      { code: appCode(secret, ctx.now()), currentToken: here.sessionToken },
    );
    await expect(confirmed).rejects.toMatchObject({ code: "conflict" });
    expect((await getSecondFactor(await admin())).confirmedAt).toBeNull();
  });

  it("requires the password and a code, ends other sessions, and stores no secret in plain text", async () => {
    const { secret, recoveryCodes, here, elsewhere } = await enrolled();
    expect([await signsIn(here.sessionToken), await signsIn(elsewhere.sessionToken)]).toEqual([true, false]);
    expect(new Set(recoveryCodes).size).toBe(10);
    const kept = JSON.stringify(
      await ctx.db.secondFactor.findUnique({ where: { userId }, include: { recoveryCodes: true } }),
    );
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(kept).not.toContain(text);
    expect(await getSecondFactor(await admin())).toEqual({ confirmedAt: expect.any(Date), recoveryCodesLeft: 10 });
    expect(await ctx.db.auditLog.findMany({ where: { actorId: userId } })).toMatchObject([
      { action: "account.second_factor_on", targetId: userId },
    ]);
  });

  it("is refused with a wrong password, a wrong code, and twice", async () => {
    const begin = async (currentPassword: string) => beginSecondFactor(await admin(), { currentPassword });
    await expect(begin("wrong")).rejects.toMatchObject({ fields: { refusal: "wrongPassword" } });
    const confirm = async (code: string) => confirmSecondFactor(await admin(), { code, currentToken: "any" });
    await expect(confirm("123456")).rejects.toMatchObject({ fields: { refusal: "secondFactorOver" } });
    const { code } = await enrolled();
    await expect(begin(PASSWORD)).rejects.toMatchObject({ fields: { refusal: "secondFactorOn" } });
    // Also the repetition of a request whose response was lost, with the recovery codes.
    await expect(confirm(code())).rejects.toMatchObject({ fields: { refusal: "recoveryCodesMissed" } });
  });

  it("requires no code before it is confirmed, and lets one of two confirmations win", async () => {
    const { secret } = await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
    const token = await signIn();
    expect(await signsIn(token)).toBe(true);
    const wrong = confirmSecondFactor(await admin(), { code: "000000", currentToken: token });
    await expect(wrong).rejects.toMatchObject(WRONG);
    const user = await admin();
    const tries = await Promise.allSettled(
      [0, 1].map((step) => confirmSecondFactor(user, { code: appCode(secret, ctx.now(), step), currentToken: token })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ctx.db.recoveryCode.count({ where: { userId } })).toBe(10);
  });

  it("returns the secret as a QR code", async () => {
    const { qrCode } = await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
    expect(qrCode.size).toBeGreaterThan(20);
    expect(qrCode.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  });
});

describe("signing in", () => {
  it("waits for the code, and continues with another token", async () => {
    const { code } = await enrolled();
    const token = await signIn();
    expect(await resolveSession(ctx, token)).toEqual({ kind: "anonymous" });
    const issued = await completeSignIn(ctx, { sessionToken: token, code: code() });
    expect([await signsIn(issued.sessionToken), await signsIn(token)]).toEqual([true, false]);
    expect(issued.expires.getTime() - ctx.now().getTime()).toBe(30 * 24 * 60 * MINUTE_MS);
  });

  it("is not listed as a session while it waits, and waits ten minutes", async () => {
    const { here, code } = await enrolled();
    const token = await signIn();
    expect(await listSessions(await admin(), { currentToken: here.sessionToken })).toHaveLength(1);
    later(10 * MINUTE_MS);
    await expect(completeSignIn(ctx, { sessionToken: token, code: code() })).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  it("accepts a code once, also for concurrent requests", async () => {
    const { code } = await enrolled();
    const tokens = [await signIn(), await signIn(), await signIn()];
    const tries = await Promise.allSettled(
      tokens.map((sessionToken) => completeSignIn(ctx, { sessionToken, code: code() })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).rejects.toMatchObject(WRONG);
    await completeSignIn(ctx, { sessionToken: await signIn(), code: code(1) });
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).rejects.toMatchObject(WRONG);
  });

  it("accepts a clock that is off by one step, and no more", async () => {
    const { code } = await enrolled();
    for (const step of [-2, 2])
      await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code(step) })).rejects.toMatchObject(
        WRONG,
      );
    for (const step of [-1, 0, 1])
      expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: code(step) })).toBeTruthy();
  });

  it("accepts each recovery code once, with any case, spaces and dashes", async () => {
    const { recoveryCodes } = await enrolled();
    const [first = "", second = ""] = recoveryCodes;
    const typed = ` ${first.toLowerCase().replaceAll("-", " ")} `;
    expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: typed })).toBeTruthy();
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: first })).rejects.toMatchObject(WRONG);
    const tokens = [await signIn(), await signIn()];
    const tries = await Promise.allSettled(
      tokens.map((sessionToken) => completeSignIn(ctx, { sessionToken, code: second })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await getSecondFactor(await admin())).recoveryCodesLeft).toBe(8);
  });

  it("locks app codes for 15 minutes after five wrong ones, for all browsers", async () => {
    const { code, wrong } = await enrolled();
    await lock(wrong);
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).rejects.toMatchObject(LOCKED);
    expect(await checkSignInCode(ctx, userId, code())).toBeNull();
    later(15 * MINUTE_MS);
    expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).toBeTruthy();
  });

  it("forgets a lock of a clock that was ahead, by which right codes were wrong ones", async () => {
    const { code } = await enrolled();
    const right = ctx.now();
    const shown = code();
    later(24 * 60 * MINUTE_MS);
    await lock(() => shown);
    ctx.setNow(right);
    expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: shown })).toBeTruthy();
  });

  it("locks longer each time, up to a day, and starts again after a right code", async () => {
    const { code, wrong } = await enrolled();
    for (const minutes of [15, 60, 6 * 60, 24 * 60, 24 * 60, 15]) {
      if (minutes === 15) await completeSignIn(ctx, { sessionToken: await signIn(), code: code() });
      later(MINUTE_MS);
      await lock(wrong);
      later(minutes * MINUTE_MS - 1_000);
      const refusal = { fields: { refusal: "codesLocked" }, retryAfterSeconds: 1 };
      await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).rejects.toMatchObject(refusal);
      later(1_000);
    }
  });

  it("accepts a recovery code while app codes are locked, which ends the lock", async () => {
    const { code, wrong, recoveryCodes } = await enrolled();
    await lock(wrong);
    const guess = "AAAA-AAAA-AAAA-AAAA";
    for (let tries = 0; tries < 10; tries += 1)
      await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: guess })).rejects.toMatchObject(LOCKED);
    expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: recoveryCodes[0] ?? "" })).toBeTruthy();
    expect(await completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).toBeTruthy();
  });

  it("mails the owner about a lock, without a code or a password", async () => {
    const { wrong, recoveryCodes, secret } = await enrolled();
    await lock(wrong);
    const [job] = await readJobs(ctx, `codes-locked:${userId}`);
    expect(job).toMatchObject({ task: "send-codes-locked" });
    const mails: Mail[] = [];
    const service = withClients(ctx, { mailer: { send: async (mail) => void mails.push(mail) } });
    const lockedUntil = new Date(ctx.now().getTime() + 15 * MINUTE_MS).toISOString();
    await sendCodesLocked(service, { userId, lockedUntil });
    expect(mails).toMatchObject([{ to: `${userId}@example.com`, subject: "Wrong codes for your Genmint account" }]);
    expect(mails[0]?.text).toContain("http://localhost:3000/forgot-password");
    for (const text of [secret, wrong(), PASSWORD, ...recoveryCodes]) expect(JSON.stringify(mails)).not.toContain(text);
    later(15 * MINUTE_MS);
    await sendCodesLocked(service, { userId, lockedUntil });
    expect(mails).toHaveLength(1);
  });

  it("sends no mail about wrong codes during enrolment", async () => {
    await beginSecondFactor(await admin(), { currentPassword: PASSWORD });
    const user = await admin();
    for (let tries = 0; tries < 5; tries += 1)
      await expect(confirmSecondFactor(user, { code: "000000", currentToken: "any" })).rejects.toMatchObject(WRONG);
    await expect(confirmSecondFactor(user, { code: "000000", currentToken: "any" })).rejects.toMatchObject(LOCKED);
    expect(await readJobs(ctx, `codes-locked:${userId}`)).toEqual([]);
  });

  it("counts concurrent wrong codes one by one", async () => {
    const { code, wrong } = await enrolled();
    const tokens = await Promise.all(Array.from({ length: 8 }, signIn));
    const tries = await Promise.allSettled(
      tokens.map((sessionToken) => completeSignIn(ctx, { sessionToken, code: wrong() })),
    );
    const reasons = tries.map((tried) => (tried.status === "rejected" ? tried.reason.fields.refusal : "taken"));
    expect(reasons.toSorted()).toEqual([...Array(3).fill("codesLocked"), ...Array(5).fill("wrongCode")]);
    await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: code() })).rejects.toMatchObject(LOCKED);
  });

  it("starts to count again after a right code", async () => {
    const { code, wrong } = await enrolled();
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 4; tries += 1)
        await expect(completeSignIn(ctx, { sessionToken: await signIn(), code: wrong() })).rejects.toMatchObject(WRONG);
      await completeSignIn(ctx, { sessionToken: await signIn(), code: code() });
      later(MINUTE_MS);
    }
  });

  it("still requires a code of a former administrator", async () => {
    await enrolled();
    await ctx.db.user.update({ where: { id: userId }, data: { role: "user" } });
    expect(await signsIn(await signIn())).toBe(false);
  });

  it("decrypts no secret of another user, nor with another secret of the service", async () => {
    const { code } = await enrolled();
    const token = await signIn();
    const other = { ...ctx, config: { ...ctx.config, authSecrets: ["another secret of the service"] as const } };
    await expect(completeSignIn(other, { sessionToken: token, code: code() })).rejects.toThrow();
    const thief = await createUser(ctx);
    const { sealedSecret } = await ctx.db.secondFactor.findUniqueOrThrow({ where: { userId } });
    await ctx.db.secondFactor.create({ data: { userId: thief, sealedSecret, confirmedAt: ctx.now() } });
    const { sessionToken } = await createSession(ctx, thief);
    await expect(completeSignIn(ctx, { sessionToken, code: code() })).rejects.toThrow();
  });
});

describe("while the service's secret is replaced", () => {
  const OLD = "auth-secret-for-tests-only";
  const NEW = "another secret of the service";
  const complete = async (authSecrets: Secrets, code: string) =>
    completeSignIn({ ...ctx, config: { ...ctx.config, authSecrets } }, { sessionToken: await signIn(), code });

  it("accepts a secret of the previous one, encrypts it again, and needs the previous one no more", async () => {
    const { code } = await enrolled();
    await expect(complete([NEW], code())).rejects.toThrow();
    expect(await complete([NEW, OLD], code())).toBeTruthy();
    later(MINUTE_MS);
    expect(await complete([NEW], code())).toBeTruthy();
    later(MINUTE_MS);
    await expect(complete([OLD], code())).rejects.toThrow();
  });

  it("says without the previous one that codes of the app cannot be checked, and accepts a recovery code", async () => {
    const { code, recoveryCodes } = await enrolled();
    const refusal = { code: "conflict", fields: { refusal: "codesUnreadable" } };
    for (let tries = 0; tries < 6; tries += 1) await expect(complete([NEW], code())).rejects.toMatchObject(refusal);
    expect(await ctx.db.secondFactor.findUnique({ where: { userId } })).toMatchObject({ failures: 0, locks: 0 });
    expect(await complete([NEW], recoveryCodes[0] ?? "")).toBeTruthy();
  });

  it("encrypts nothing again after a wrong code or a recovery code", async () => {
    const { code, wrong, recoveryCodes } = await enrolled();
    await expect(complete([NEW, OLD], wrong())).rejects.toMatchObject(WRONG);
    expect(await complete([NEW, OLD], recoveryCodes[0] ?? "")).toBeTruthy();
    expect(await complete([OLD], code())).toBeTruthy();
  });

  it("encrypts all secrets again at once, and says which it cannot decrypt", async () => {
    await ctx.db.secondFactor.deleteMany();
    const { code } = await enrolled();
    const others = [await createUser(ctx), await createUser(ctx)];
    const data = others.map((id) => ({ userId: id, sealedSecret: sealSecret([OLD], secondFactorOf(id), "a secret") }));
    await ctx.db.secondFactor.createMany({ data });
    const lost = await createUser(ctx);
    await ctx.db.secondFactor.create({
      data: { userId: lost, sealedSecret: sealSecret(["of a third secret"], secondFactorOf(lost), "x") },
    });
    const reencrypt = (authSecrets: Secrets) =>
      reencryptSecondFactors({ ...ctx, config: { ...ctx.config, authSecrets } }, { batchSize: 2 });
    expect(await reencrypt([OLD])).toEqual({ total: 4, reencrypted: 0, unreadable: [lost] });
    expect(await reencrypt([NEW, OLD])).toEqual({ total: 4, reencrypted: 3, unreadable: [lost] });
    expect(await reencrypt([NEW])).toEqual({ total: 4, reencrypted: 0, unreadable: [lost] });
    expect(await complete([NEW], code())).toBeTruthy();
  });
});

describe("turning it off", () => {
  it("requires the password and a code; then signing in requires no code", async () => {
    const { code, wrong } = await enrolled();
    const disable = async (currentPassword: string, given: string) =>
      disableSecondFactor(await admin(), { currentPassword, code: given });
    await expect(disable("wrong", code())).rejects.toMatchObject({ fields: { refusal: "wrongPassword" } });
    await expect(disable(PASSWORD, wrong())).rejects.toMatchObject(WRONG);
    expect(await disable(PASSWORD, code())).toEqual({ success: true });
    expect(await signsIn(await signIn())).toBe(true);
    expect(await ctx.db.recoveryCode.count({ where: { userId } })).toBe(0);
    // The repetition of a request whose response was lost. No code can be right any more.
    await expect(disable("wrong", code())).rejects.toMatchObject({ fields: { refusal: "wrongPassword" } });
    expect(await disable(PASSWORD, code())).toEqual({ success: true });
    expect(await ctx.db.auditLog.count({ where: { actorId: userId, action: "account.second_factor_off" } })).toBe(1);
  });
});
