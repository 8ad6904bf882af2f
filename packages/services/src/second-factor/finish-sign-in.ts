import { AppError } from "@app/core/errors";
import type { CodeInput } from "@app/core/second-factor/second-factor";
import { isDemoAccount } from "@app/db/cli/demo-accounts";
import { createSessionToken, type IssuedSession, SESSION_MAX_AGE_SECONDS } from "../account/sessions";
import type { ServiceContext } from "../context";
import { requireCode } from "./check-code";

/**
 * Completes a sign-in that waits for a code of the second factor. The session gets a new token.
 * @throws AppError `unauthorized` for a session that does not wait for a code, `bad_request` for a wrong code, `rate_limited` after too
 *   many
 */
export async function completeSignIn(
  ctx: ServiceContext,
  { sessionToken, code }: CodeInput & { sessionToken: string },
): Promise<IssuedSession & { userId: string }> {
  const userId = await findAwaitingSession(ctx, sessionToken);
  if (userId === null) throw notWaiting();
  await requireCode(ctx, { userId, code });
  const [session] = await ctx.db.session.updateManyAndReturn({
    where: { sessionToken, awaitsCode: true },
    data: {
      sessionToken: createSessionToken(),
      awaitsCode: false,
      expires: new Date(ctx.now().getTime() + SESSION_MAX_AGE_SECONDS * 1000),
    },
  });
  if (!session) throw notWaiting();
  return { sessionToken: session.sessionToken, expires: session.expires, userId };
}

function notWaiting(): AppError {
  return new AppError("unauthorized", "Unauthorized");
}

/** The user whose session waits for a code of the second factor; null for any other token. */
export async function findAwaitingSession(ctx: ServiceContext, sessionToken: string): Promise<string | null> {
  const session = await ctx.db.session.findUnique({
    where: { sessionToken, awaitsCode: true, expires: { gt: ctx.now() }, user: { deletedAt: null } },
    select: { userId: true },
  });
  if (!session || (isDemoAccount(session.userId) && !ctx.config.acceptDemoAccounts)) return null;
  return session.userId;
}
