import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { changePassword, checkPassword, hashPassword } from "./password";
import { createSession, resolveSession } from "./sessions";

const ctx = useTestContext();
const OLD = "correct horse battery";
const NEW = "staple after staple";

async function someone(password: string | null) {
  const userId = await createUser(ctx);
  if (password !== null)
    await ctx.db.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(password) } });
  const [here, elsewhere] = [await createSession(ctx, userId), await createSession(ctx, userId)];
  const user = await actAs(ctx, userId);
  const signsIn = async (tried: string) =>
    (await checkPassword(ctx, { email: user.actor.email, password: tried })) !== null;
  const isSignedIn = async ({ sessionToken }: { sessionToken: string }) =>
    (await resolveSession(ctx, sessionToken)).kind === "active";
  return { user, here, elsewhere, signsIn, isSignedIn };
}

describe("changePassword", () => {
  it("sets a new password for the current one, and ends all other sessions", async () => {
    const { user, here, elsewhere, signsIn, isSignedIn } = await someone(OLD);
    const now = await changePassword(user, { currentPassword: OLD, password: NEW, currentToken: here.sessionToken });
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([false, true]);
    expect([await isSignedIn(now), await isSignedIn(elsewhere)]).toEqual([true, false]);
    // The old token of the current session is invalid as well.
    expect([await isSignedIn(here), now.expires]).toEqual([false, here.expires]);
  });

  it.each([
    ["a wrong one", "something else"],
    ["none", undefined],
  ])("refuses %s", async (_name, currentPassword) => {
    const { user, here, elsewhere, signsIn, isSignedIn } = await someone(OLD);
    const change = changePassword(user, { currentPassword, password: NEW, currentToken: here.sessionToken });
    await expect(change).rejects.toMatchObject({ code: "bad_request", fields: { refusal: "wrongPassword" } });
    expect([await signsIn(OLD), await isSignedIn(elsewhere)]).toEqual([true, true]);
  });

  it("sets the first password of an account", async () => {
    const { user, here, signsIn } = await someone(null);
    await changePassword(user, { currentPassword: undefined, password: NEW, currentToken: here.sessionToken });
    expect(await signsIn(NEW)).toBe(true);
  });

  it("changes nothing when the session has ended in the meantime", async () => {
    const { user, here, signsIn } = await someone(OLD);
    await ctx.db.session.delete({ where: { sessionToken: here.sessionToken } });
    const change = changePassword(user, { currentPassword: OLD, password: NEW, currentToken: here.sessionToken });
    await expect(change).rejects.toMatchObject({ code: "unauthorized" });
    expect(await signsIn(OLD)).toBe(true);
  });

  it("refuses a sign-in that has checked the old password just before", async () => {
    const { user, here } = await someone(OLD);
    const thief = await checkPassword(ctx, { email: user.actor.email, password: OLD });
    await changePassword(user, { currentPassword: OLD, password: NEW, currentToken: here.sessionToken });
    const late = createSession(ctx, thief?.id ?? "", { passwordHash: thief?.passwordHash });
    await expect(late).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("lets one of two concurrent changes win", async () => {
    const { user, here, signsIn } = await someone(OLD);
    const change = (password: string) =>
      changePassword(user, { currentPassword: OLD, password, currentToken: here.sessionToken });
    const results = await Promise.allSettled([change(NEW), change(`${NEW} too`)]);
    const winners = [await signsIn(NEW), await signsIn(`${NEW} too`)];
    expect(winners.filter(Boolean)).toHaveLength(1);
    expect(winners).toEqual(results.map(({ status }) => status === "fulfilled"));
  });
});
