import { AppError } from "@app/core/errors";
import type { SignUpInput } from "@app/core/users/sign-up-input";
import { v7 as uuid } from "uuid";
import type { ServiceContext } from "../context";
import { hashPassword } from "./hash-password";

/**
 * Creates an account: role `user`, plan `free`, no credits.
 * @throws AppError `conflict` when the e-mail address is taken, compared without case
 */
export async function signUp(ctx: ServiceContext, input: SignUpInput): Promise<{ id: string; email: string }> {
  const passwordHash = await hashPassword(input.password);
  const now = ctx.now();
  const rows = await ctx.db.$queryRaw<{ id: string; email: string }[]>`
    INSERT INTO "user" (id, name, email, "passwordHash", "createdAt", "updatedAt")
    VALUES (${uuid()}, ${input.name ?? null}, ${input.email}, ${passwordHash}, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (email) DO NOTHING
    RETURNING id, email`;
  const user = rows[0];
  if (!user) throw new AppError("conflict", "This e-mail address is already in use");
  return user;
}
