import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { endOtherSessions, endSession, listSessions } from "./manage-sessions";
import { createSession, resolveSession } from "./sessions";

const ctx = useTestContext();

async function signedIn(sessionsCount: number) {
  const userId = await createUser(ctx);
  const tokens: string[] = [];
  for (let index = 0; index < sessionsCount; index += 1) tokens.push((await createSession(ctx, userId)).sessionToken);
  return { user: await actAs(ctx, userId), tokens, current: tokens[0] ?? "" };
}

const kindOf = async (token: string) => (await resolveSession(ctx, token)).kind;

describe("sessions", () => {
  it("have the current one first, also where 50 others were used later", async () => {
    const { user, current } = await signedIn(1);
    const halfAnHourAgo = new Date(ctx.now().getTime() - 30 * 60 * 1_000);
    await ctx.db.session.update({ where: { sessionToken: current }, data: { lastSeenAt: halfAnHourAgo } });
    const other = { userId: user.actor.id, expires: new Date(ctx.now().getTime() + 1e9), lastSeenAt: ctx.now() };
    await ctx.db.session.createMany({
      data: Array.from({ length: 50 }, () => ({ ...other, sessionToken: randomUUID() })),
    });
    const sessions = await listSessions(user, { currentToken: current });
    expect([sessions.length, sessions[0]?.isCurrent]).toEqual([50, true]);
  });

  it("are listed without their tokens, the current one first, each with its browser", async () => {
    const { user, tokens, current } = await signedIn(2);
    await resolveSession(ctx, current, "Browser A");
    ctx.setNow(new Date(ctx.now().getTime() + 1_000));
    await resolveSession(ctx, tokens[1] ?? "", "Browser B");
    const sessions = await listSessions(user, { currentToken: current });
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["Browser A", true],
      ["Browser B", false],
    ]);
    for (const token of tokens) expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it("record their use once an hour", async () => {
    const { user, current } = await signedIn(1);
    const seen = async () => (await listSessions(user, { currentToken: current }))[0];
    await resolveSession(ctx, current, "first");
    const first = ctx.now();
    ctx.setNow(new Date(first.getTime() + 59 * 60_000));
    await resolveSession(ctx, current, "second");
    expect(await seen()).toMatchObject({ userAgent: "first", lastSeenAt: first });
    ctx.setNow(new Date(first.getTime() + 60 * 60_000));
    await resolveSession(ctx, current, "third");
    expect(await seen()).toMatchObject({ userAgent: "third", lastSeenAt: ctx.now() });
  });

  it("end one by one", async () => {
    const { user, tokens, current } = await signedIn(3);
    const other = (await listSessions(user, { currentToken: current })).find((session) => !session.isCurrent);
    const ending = { sessionId: other?.id ?? "" };
    expect(await endSession(user, ending)).toEqual({ success: true });
    const kinds = await Promise.all(tokens.map(kindOf));
    expect(kinds.filter((kind) => kind === "active")).toHaveLength(2);
    expect(await kindOf(current)).toBe("active");
    await expect(endSession(user, ending)).rejects.toMatchObject({ code: "not_found" });
  });

  it("cannot be ended by another user", async () => {
    const [mine, theirs] = [await signedIn(1), await signedIn(1)];
    const [session] = await listSessions(theirs.user, { currentToken: theirs.current });
    await expect(endSession(mine.user, { sessionId: session?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    expect(await endOtherSessions(mine.user, { currentToken: mine.current })).toEqual({ ended: 0 });
    expect(await kindOf(theirs.current)).toBe("active");
  });

  it("all end but the current one", async () => {
    const { user, tokens, current } = await signedIn(3);
    expect(await endOtherSessions(user, { currentToken: current })).toEqual({ ended: 2 });
    expect(await Promise.all(tokens.map(kindOf))).toEqual(["active", "anonymous", "anonymous"]);
  });
});
