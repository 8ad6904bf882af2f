import { AppError } from "@app/core/errors";
import type { SignUpInput } from "@app/core/users/sign-up-input";
import type { ServiceContext } from "../context";
import { createId } from "../create-id";
import { hashPassword } from "./hash-password";
import { queueVerification } from "./queue-verification";

/**
 * Creates an account: role `user`, plan `free`, no credits. The mail whose link confirms its address is queued with it.
 * @param locale language of the page that asked, for the mail
 * @throws AppError `conflict` when the e-mail address is taken, compared without case
 */
export async function signUp(
  ctx: ServiceContext,
  input: SignUpInput & { locale?: string | undefined },
): Promise<{ id: string; email: string }> {
  const passwordHash = await hashPassword(input.password);
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string; email: string }[]>`
      INSERT INTO "user" (id, name, email, "passwordHash", "createdAt", "updatedAt")
      VALUES (${createId()}, ${input.name ?? null}, ${input.email}, ${passwordHash}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (email) DO NOTHING
      RETURNING id, email`;
    if (!user) throw new AppError("conflict", "This e-mail address is already in use");
    await queueVerification(tx, { userId: user.id, locale: input.locale, now });
    return user;
  });
}
