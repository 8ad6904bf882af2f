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
 * Sets a new password, or the first one, and ends all other sessions of the user. The current session gets a new token.
 * @throws AppError `bad_request` for a wrong current password, `conflict` when it was changed in the meantime
 */
export async function changePassword(
  ctx: UserContext,
  input: ChangePasswordInput & { currentToken: string },
): Promise<IssuedSession> {
  const currentHash = await requirePassword(ctx, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  const userId = ctx.actor.id;
  const sessionToken = createSessionToken();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: currentHash },
      data: { passwordHash },
    });
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
  /** The stored hash that the password matches. `createSession` checks that it has not changed since. */
  passwordHash: string;
}

/** The user with this e-mail address and password, or null. Takes the same time for an unknown address, a wrong and a right password. */
export async function checkPassword(
  ctx: ServiceContext,
  credentials: { email: string; password: string },
): Promise<CheckedUser | null> {
  const user = await findUser(ctx, credentials.email.trim().toLowerCase());
  const { password } = credentials;
  // No account can have such a password. It is compared all the same, to take as long.
  const isValid = textProblem("password", password, PASSWORD_MAX_CHARACTERS) === undefined;
  const matches = await passwordMatches(isValid ? (user?.passwordHash ?? null) : null, isValid ? password : "");
  if (!user?.passwordHash || !matches) return null;
  if (isDemoAccount(user.id) && !ctx.config.acceptDemoAccounts) return null;
  return { id: user.id, email: user.email, name: user.name, passwordHash: user.passwordHash };
}

async function findUser(ctx: ServiceContext, email: string) {
  if (textProblem("email", email, EMAIL_MAX_CHARACTERS) !== undefined) return null;
  return ctx.db.user.findUnique({ where: { email } });
}

/**
 * Asks a signed-in user for the password again, when the account has one.
 * @returns the stored hash that the password matches; null for an account without a password
 * @throws AppError `bad_request` for a wrong password, `rate_limited` after too many
 */
export async function requirePassword(ctx: UserContext, password: string | undefined): Promise<string | null> {
  const uses = [{ limit: "passwordConfirm", subject: ctx.actor.id }] as const;
  await consumeRateLimits(ctx, uses);
  const { passwordHash } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    select: { passwordHash: true },
  });
  if (passwordHash !== null && !(await passwordMatches(passwordHash, password ?? "")))
    throw accountRefusal("wrongPassword");
  await restoreRateLimits(ctx, uses);
  return passwordHash;
}

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash with the same cost that no password matches, for addresses without an account. */
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$OXdPJdiTk4HF1oeMtoJOkw$PTv3OZkPRml6svS+bTtWQp8J9u6cFOjwwUGBKaOdRVk";

/** Loaded with the first password, to keep idle processes small. */
const loadArgon2 = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, COST);
}

/** Whether the password matches. Takes the same time without a stored hash, so that the timing does not reveal who has an account. */
async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const { verify } = await loadArgon2();
  const matches = await verify(storedHash ?? DECOY, password);
  return storedHash !== null && matches;
}
