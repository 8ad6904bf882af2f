import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createUser, type STRANGER, strangerAt, testLimits, useTestContext } from "../../test/test-context";
import type { ServiceContext } from "../context";
import { issueDeviceCookie } from "./device-cookie";
import { hashPassword } from "./password";
import { requestPasswordReset } from "./password-reset";
import { signInWithPassword } from "./sign-in";

const ctx = useTestContext();
const MAX = 3;
const PASSWORD = "correct horse battery";
const DAY_MS = 24 * 60 * 60 * 1000;
const LIMITED = { code: "rate_limited", message: "Too many requests" };

let service: ServiceContext;
let userId = "";
let email = "";
beforeEach(async () => {
  service = { ...ctx, config: { ...ctx.config, limits: testLimits({ max: MAX, windowSeconds: 3_600 }) } };
  userId = await createUser(ctx);
  const data = { passwordHash: await hashPassword(PASSWORD) };
  ({ email } = await ctx.db.user.update({ where: { id: userId }, data }));
});

const tryPassword = (caller: typeof STRANGER | null, password = PASSWORD) =>
  signInWithPassword(service, caller, { email, password, code: undefined });

async function exhaust(caller: typeof STRANGER): Promise<void> {
  for (let tries = 0; tries < MAX; tries += 1) expect(await tryPassword(caller, "wrong")).toBeNull();
  await expect(tryPassword(caller)).rejects.toMatchObject(LIMITED);
}

describe("a password", () => {
  it("does not count when it is right", async () => {
    const caller = strangerAt("198.51.100.1");
    for (let tries = 0; tries < 3 * MAX; tries += 1)
      expect(await tryPassword(caller)).toMatchObject({ user: { id: userId }, hasGivenCode: false });
  });

  it("is not counted when the same request has set it", async () => {
    const caller = strangerAt("198.51.100.2");
    await exhaust(caller);
    expect(await tryPassword(null)).toMatchObject({ user: { id: userId } });
  });

  it("is counted before it is compared, so that concurrent attempts cannot exceed the limit", async () => {
    const caller = strangerAt("198.51.100.3");
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => tryPassword(caller, "wrong")));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX);
  });
});

describe("a device cookie", () => {
  it("is valid for 180 days, and with this secret of the service only", async () => {
    const { value: deviceCookie, expires } = await issueDeviceCookie(ctx, userId, null);
    expect(expires.getTime() - ctx.now().getTime()).toBe(180 * DAY_MS);
    const known = { clientAddress: "198.51.100.4", deviceCookie };
    await exhaust(strangerAt(known.clientAddress));
    expect(await tryPassword(known)).toMatchObject({ user: { id: userId } });
    const other = {
      ...service,
      config: { ...service.config, authSecrets: ["another secret of the service"] as const },
    };
    const input = { email, password: PASSWORD, code: undefined };
    const replaced = {
      ...other,
      config: { ...other.config, authSecrets: [...other.config.authSecrets, ...ctx.config.authSecrets] as const },
    };
    expect(await signInWithPassword(replaced, known, input)).toMatchObject({ user: { id: userId } });
    await expect(signInWithPassword(other, known, input)).rejects.toMatchObject(LIMITED);
    const at = (now: Date) => signInWithPassword({ ...service, now: () => now }, known, input);
    await at(new Date(expires.getTime() - 1_000));
    const late = strangerAt(known.clientAddress);
    for (let tries = 0; tries < MAX; tries += 1)
      await signInWithPassword({ ...service, now: () => expires }, late, { ...input, password: "wrong" });
    await expect(at(expires)).rejects.toMatchObject(LIMITED);
  });

  it("does not reveal the account", async () => {
    const { value } = await issueDeviceCookie(ctx, userId, null);
    for (const text of [userId, email]) expect(decodeURIComponent(value)).not.toContain(text);
  });
});

const ATTEMPTS = 40;
const newEmail = () => `${randomUUID()}@example.com`;

it.each([
  ["an IPv4 address", "192.0.2.77", 2 * MAX],
  ["an IPv6 network", "2001:db8:77:1::/64", 3 * MAX],
])("%s that has used up its limit writes no more counters, however many accounts it names", async (_, address, max) => {
  const caller = strangerAt(address);
  for (const attempt of [
    () => signInWithPassword(service, caller, { email: newEmail(), password: "wrong password", code: undefined }),
    () => requestPasswordReset(service, { email: newEmail(), locale: undefined, callbackUrl: undefined }, caller),
  ]) {
    const before = await ctx.db.rateLimitWindow.count();
    for (let count = 0; count < ATTEMPTS; count += 1) await attempt().catch(() => null);
    expect((await ctx.db.rateLimitWindow.count()) - before).toBeLessThanOrEqual(max);
  }
});
