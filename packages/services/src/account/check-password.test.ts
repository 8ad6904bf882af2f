import { verify } from "@node-rs/argon2";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { checkPassword, hashPassword } from "./password";

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

const ctx = useTestContext();
const PASSWORD = "correct horse battery";
/** OWASP's minimum for argon2id with one lane and two passes. */
const OWASP = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

let known = "";
let passwordless = "";

beforeAll(async () => {
  const userId = await createUser(ctx);
  known = `${userId}@example.com`;
  await ctx.db.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(PASSWORD) } });
  passwordless = `${await createUser(ctx)}@example.com`;
});
afterEach(() => vi.mocked(verify).mockClear());

describe("checkPassword", () => {
  it("returns the user, with a case-insensitive address", async () => {
    expect(await checkPassword(ctx, { email: ` ${known.toUpperCase()}`, password: PASSWORD })).toMatchObject({
      email: known,
    });
  });

  it.each([
    ["a wrong password", () => known, "wrong horse battery"],
    ["no password", () => known, ""],
    ["an address nobody has", () => "nobody@example.com", PASSWORD],
    ["an account without a password", () => passwordless, PASSWORD],
    ["an account without a password, and none given", () => passwordless, ""],
    ["a password longer than any can be", () => known, "p".repeat(60_000)],
    ["a password with a NUL character", () => known, `${PASSWORD}\0`],
    ["an address with a NUL character", () => `${known}\0`, PASSWORD],
    ["an address longer than any can be", () => `${"a".repeat(60_000)}@example.com`, PASSWORD],
    ["half a surrogate pair", () => `\ud800${known}`, `${PASSWORD}\ud800`],
  ])("refuses %s with exactly one comparison", async (_name, email, password) => {
    expect(await checkPassword(ctx, { email: email(), password })).toBeNull();
    expect(verify).toHaveBeenCalledTimes(1);
    const [[hash = ""] = []] = vi.mocked(verify).mock.calls;
    expect(hash).toMatch(OWASP);
  });
});
