import type { UserContext } from "../context";

/** What a newcomer has done of what there is to try; nothing is undone by deleting it. */
export interface FirstSteps {
  emailVerified: boolean;
  gotCredits: boolean;
  chatted: boolean;
  madeImage: boolean;
  madeVideo: boolean;
}

type Done = Omit<FirstSteps, "emailVerified">;

/** Which of the first steps the caller has taken. One statement; each part stops at the first row it finds. */
export async function getFirstSteps(ctx: UserContext): Promise<FirstSteps> {
  const { id, emailVerified } = ctx.actor;
  const [done] = await ctx.db.$queryRaw<[Done]>`
    SELECT
      EXISTS (SELECT FROM credit_ledger WHERE "userId" = ${id} AND delta > 0) AS "gotCredits",
      EXISTS (SELECT FROM chat_session WHERE "userId" = ${id}) AS chatted,
      EXISTS (SELECT FROM generation_history WHERE "userId" = ${id} AND type = 'image' AND status = 'completed') AS "madeImage",
      EXISTS (SELECT FROM generation_history WHERE "userId" = ${id} AND type = 'video' AND status = 'completed') AS "madeVideo"`;
  return { emailVerified, ...done };
}
