import { Prisma } from "@app/db/client";

/** What a newcomer has done of what there is to try; nothing is undone by deleting it. */
export interface FirstSteps {
  emailVerified: boolean;
  gotCredits: boolean;
  chatted: boolean;
  madeImage: boolean;
  madeVideo: boolean;
}

/** Which of the first steps a user has taken, but for the address, as a query of one row. Each part stops at the first row it finds. */
export function firstStepsOf(userId: string): Prisma.Sql {
  const made = (type: "image" | "video") => Prisma.sql`EXISTS (
    SELECT FROM generation_history WHERE "userId" = ${userId} AND type = ${type} AND status = 'completed')`;
  return Prisma.sql`
    SELECT EXISTS (SELECT FROM credit_ledger WHERE "userId" = ${userId} AND delta > 0) AS "gotCredits",
      EXISTS (SELECT FROM chat_session WHERE "userId" = ${userId}) AS chatted,
      ${made("image")} AS "madeImage", ${made("video")} AS "madeVideo"`;
}
