import { randomBytes } from "node:crypto";
import type { ServiceContext } from "../context";

export const SESSION_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
const SESSION_TOKEN_BYTES = 32;

/** Signs a user in: a new row with a new random token, whatever sessions there are. */
export async function createSession(
  ctx: ServiceContext,
  userId: string,
): Promise<{ sessionToken: string; expires: Date }> {
  const sessionToken = randomBytes(SESSION_TOKEN_BYTES).toString("base64url");
  const expires = new Date(ctx.now().getTime() + SESSION_MAX_AGE_SECONDS * 1000);
  await ctx.db.session.create({ data: { sessionToken, userId, expires } });
  return { sessionToken, expires };
}
