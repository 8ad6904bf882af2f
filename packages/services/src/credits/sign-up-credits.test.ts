import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { createAccount } from "../account/identities";
import { signUp } from "../account/sign-in";
import type { ServiceContext } from "../context";
import { verifyLedger } from "../ledger/verify-ledger";
import { runGrantingTransaction } from "./grant-credits";
import { grantSignUpCredits } from "./sign-up-credits";

const ctx = useTestContext();
const CREDITS = 50;
const giving = (signUpCredits: number): ServiceContext => ({ ...ctx, config: { ...ctx.config, signUpCredits } });
const newEmail = () => `${randomUUID()}@example.com`;

const byForm = (service: ServiceContext) =>
  signUp(service, { name: undefined, email: newEmail(), password: "correct horse battery" });
const byIdentity = (service: ServiceContext) =>
  createAccount(service, { name: null, email: newEmail(), image: null, isVerified: true });

describe.each([
  ["the form", byForm],
  ["a provider or a mailed link", byIdentity],
])("an account created by %s", (_way, create) => {
  it("is given the credits, with the entry", async () => {
    const { id } = await create(giving(CREDITS));
    expect(await ctx.db.user.findUnique({ where: { id } })).toMatchObject({ credits: CREDITS });
    expect(await ctx.db.creditLedger.findMany({ where: { userId: id } })).toMatchObject([
      { id: `sign-up:${id}`, delta: CREDITS, reason: "bonus", balanceAfter: CREDITS, paymentId: null },
    ]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("is given nothing where the setting is 0", async () => {
    const { id } = await create(giving(0));
    expect(await ctx.db.user.findUnique({ where: { id } })).toMatchObject({ credits: 0 });
    expect(await ctx.db.creditLedger.count({ where: { userId: id } })).toBe(0);
  });
});

it("is never granted twice", async () => {
  const service = giving(CREDITS);
  const { id } = await byForm(service);
  const again = runGrantingTransaction(service, (tx) => grantSignUpCredits(service, tx, id));
  await expect(again).rejects.toThrow(/unique|23505/i);
  expect(await ctx.db.user.findUnique({ where: { id } })).toMatchObject({ credits: CREDITS });
});

it("grants nothing with an account that is not created: an address that is taken", async () => {
  const service = giving(CREDITS);
  const input = { name: undefined, email: newEmail(), password: "correct horse battery" };
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => signUp(service, input)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const user = await ctx.db.user.findUniqueOrThrow({ where: { email: input.email } });
  expect(user.credits).toBe(CREDITS);
  expect(await ctx.db.creditLedger.count({ where: { userId: user.id } })).toBe(1);
});
