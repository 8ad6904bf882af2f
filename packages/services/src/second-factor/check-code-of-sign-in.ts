import { CodeInput } from "@app/core/account/second-factor-input";
import type { ServiceContext } from "../context";
import { checkCode } from "./check-code";

/**
 * A code that came with the password, as programs may send it.
 * @returns whether it takes the place of the code page: false where none came or none is asked for, null for a wrong one
 */
export async function checkSignInCode(ctx: ServiceContext, userId: string, sent: unknown): Promise<boolean | null> {
  if (sent === undefined || sent === "") return false;
  const isAsked = await ctx.db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
  if (isAsked === 0) return false;
  const input = CodeInput.safeParse({ code: sent });
  return input.success && (await checkCode(ctx, { userId, ...input.data })).kind === "right" ? true : null;
}
