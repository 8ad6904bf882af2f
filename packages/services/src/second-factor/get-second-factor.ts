import type { UserContext } from "../context";

export interface SecondFactorState {
  /** Null while sign-ins ask for no code. */
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

/** Whether signing in to the caller's account asks for a code. */
export async function getSecondFactor(ctx: UserContext): Promise<SecondFactorState> {
  const factor = await ctx.db.secondFactor.findUnique({
    where: { userId: ctx.actor.id },
    select: { confirmedAt: true, _count: { select: { recoveryCodes: true } } },
  });
  return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft: factor?._count.recoveryCodes ?? 0 };
}
