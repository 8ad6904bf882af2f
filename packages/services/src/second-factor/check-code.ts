import { CODES_LOCKED_SECONDS } from "@app/core/account/refusal";
import type { Tx } from "@app/db/client";
import { verifySync } from "otplib";
import type { ServiceContext } from "../context";
import { hashRecoveryCode } from "./recovery-codes";
import { openSecret } from "./seal-secret";

/** A clock may be off by this much. */
const CLOCK_TOLERANCE_SECONDS = 30;
const FAILURES_MAX = 5;
export const LOCK_MS = CODES_LOCKED_SECONDS * 1000;

const APP_CODE = /^\d{6}$/;

interface Factor {
  sealedSecret: string;
  lastStep: number;
  failures: number;
  lockedUntil: Date | null;
}

/**
 * Whether a code is the account's: of the authenticator app, or one of the recovery codes. Each is taken once. After too many wrong ones
 * none is looked at for a while. One at a time: the row is held meanwhile, and what was counted stays, whatever becomes of the caller.
 */
export async function checkCode(
  ctx: ServiceContext,
  { userId, code }: { userId: string; code: string },
): Promise<"right" | "wrong" | "locked"> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    const [factor] = await tx.$queryRaw<Factor[]>`
      SELECT "sealedSecret", "lastStep", failures, "lockedUntil" FROM second_factor WHERE "userId" = ${userId} FOR UPDATE`;
    if (!factor) return "wrong";
    if (factor.lockedUntil && factor.lockedUntil > now) return "locked";
    const text = code.replaceAll(/\s/g, "");
    const step = APP_CODE.test(text) ? stepOf(ctx, { userId, code: text, factor }) : null;
    const where = { userId };
    if (step !== null || (await takeRecoveryCode(tx, userId, code))) {
      const data = { failures: 0, lockedUntil: null, ...(step === null ? {} : { lastStep: step }) };
      await tx.secondFactor.update({ where, data });
      return "right";
    }
    const isOver = factor.failures + 1 >= FAILURES_MAX;
    const lockedUntil = isOver ? new Date(now.getTime() + LOCK_MS) : null;
    await tx.secondFactor.update({ where, data: { failures: isOver ? 0 : factor.failures + 1, lockedUntil } });
    return "wrong";
  });
}

/** The time step that a code of the app is for; null for a wrong one, and for one that was taken before. */
function stepOf(ctx: ServiceContext, given: { userId: string; code: string; factor: Factor }): number | null {
  const result = verifySync({
    secret: openSecret(ctx.config.authSecret, given.userId, given.factor.sealedSecret),
    token: given.code,
    epoch: Math.floor(ctx.now().getTime() / 1000),
    epochTolerance: CLOCK_TOLERANCE_SECONDS,
    afterTimeStep: given.factor.lastStep,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: hashRecoveryCode(code) } });
  return count > 0;
}
