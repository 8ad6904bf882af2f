import type { ChangePasswordInput } from "@app/core/account/account-input";
import { EMAIL_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "@app/core/account/credentials";
import { accountRefusal } from "@app/core/account/refusal";
import { AppError } from "@app/core/errors";
import { textProblem } from "@app/core/input/fields";
import { isDemoAccount } from "@app/db/cli/demo-accounts";
import type { ServiceContext, UserContext } from "../context";
import { consumeRateLimits, restoreRateLimits } from "../platform/rate-limits";
import { createSessionToken, type IssuedSession } from "./sessions";

/**
 * Sets a new password, or the first one, and signs the caller out everywhere else. Here the session goes on under a new token.
 * @throws AppError `bad_request` for a wrong current password, `conflict` when it was changed meanwhile
 */
export async function changePassword(
  ctx: UserContext,
  input: ChangePasswordInput & { currentToken: string },
): Promise<IssuedSession> {
  const known = await requirePassword(ctx, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  const userId = ctx.actor.id;
  const sessionToken = createSessionToken();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId, passwordHash: known }, data: { passwordHash } });
    if (count === 0) throw accountRefusal("passwordChanged");
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
    const current = { where: { userId, sessionToken: input.currentToken }, data: { sessionToken } };
    const [session] = await tx.session.updateManyAndReturn(current);
    if (!session) throw new AppError("unauthorized", "Unauthorized");
    return { sessionToken, expires: session.expires };
  });
}

export interface CheckedUser {
  id: string;
  email: string;
  name: string | null;
  /** The stored hash that the password fits: its session is made only while that is still the account's. */
  passwordHash: string;
}

/** The user of an e-mail address and password; null for a wrong one of either, in the same time. */
export async function checkPassword(
  ctx: ServiceContext,
  credentials: { email: string; password: string },
): Promise<CheckedUser | null> {
  const user = await findUser(ctx, credentials.email.trim().toLowerCase());
  const { password } = credentials;
  // No account has such a password: it takes as long to say so.
  const isPossible = textProblem("password", password, PASSWORD_MAX_CHARACTERS) === undefined;
  const matches = await passwordMatches(isPossible ? (user?.passwordHash ?? null) : null, isPossible ? password : "");
  if (!user?.passwordHash || !matches) return null;
  if (isDemoAccount(user.id) && !ctx.config.acceptDemoAccounts) return null;
  return { id: user.id, email: user.email, name: user.name, passwordHash: user.passwordHash };
}

async function findUser(ctx: ServiceContext, email: string) {
  if (textProblem("email", email, EMAIL_MAX_CHARACTERS) !== undefined) return null;
  return ctx.db.user.findUnique({ where: { email } });
}

/**
 * Makes sure that whoever sits at a signed-in browser knows the account's password, where it has one.
 * @returns the stored hash the password was compared with; null for an account without a password
 * @throws AppError `bad_request` for a wrong one, `rate_limited` after too many
 */
export async function requirePassword(ctx: UserContext, password: string | undefined): Promise<string | null> {
  const hits = [{ limit: "passwordConfirm", subject: ctx.actor.id }] as const;
  await consumeRateLimits(ctx, hits);
  const { passwordHash } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    select: { passwordHash: true },
  });
  if (passwordHash !== null && !(await passwordMatches(passwordHash, password ?? "")))
    throw accountRefusal("wrongPassword");
  await restoreRateLimits(ctx, hits);
  return passwordHash;
}

/** argon2id, the package's own choice, by OWASP's figures: 19 MiB, two passes, one lane. Whatever the package's defaults become. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password that no account has, at the same cost. Written down, so that no start has to make it. */
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$OXdPJdiTk4HF1oeMtoJOkw$PTv3OZkPRml6svS+bTtWQp8J9u6cFOjwwUGBKaOdRVk";

/** Its machine code is loaded with the first password. */
const loadArgon2 = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, COST);
}

/** Whether the password fits. Without a stored hash it takes the same time and answers no, so that nobody learns who has an account. */
async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const { verify } = await loadArgon2();
  const fits = await verify(storedHash ?? DECOY, password);
  return storedHash !== null && fits;
}
