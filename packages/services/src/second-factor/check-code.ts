import { accountRefusal } from "@app/core/account/refusal";
import { CODE_FAILURES_MAX, CodeInput, codeLockSeconds } from "@app/core/second-factor/second-factor";
import type { Tx } from "@app/db/client/db";
import { verifySync } from "otplib";
import type { ServiceContext } from "../context";
import { CLOCK_DIFFERENCE_MAX_MS } from "../platform/database-clock";
import { queueJob } from "../platform/job-queue";
import { mailJobKey } from "../platform/mail-jobs";
import { type OpenedSecret, openSecret, sealSecret } from "../platform/sealed-secrets";
import { hashRecoveryCode, secondFactorOf } from "./secrets";

/** How far the clock of the user's device may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;

const APP_CODE = /^\d{6}$/;

interface Factor {
  sealedSecret: string;
  lastStep: number;
  failures: number;
  locks: number;
  lockedUntil: Date | null;
  confirmedAt: Date | null;
}

export type CodeOutcome =
  | { kind: "right" }
  | { kind: "wrong" }
  /** The app's secret is encrypted with a secret that the service no longer has. Recovery codes work. */
  | { kind: "unreadable" }
  | { kind: "locked"; retryAfterSeconds: number };

/**
 * Checks a code of the authenticator app or a recovery code. Each code works once. Too many wrong codes lock app codes for a while, longer
 * each time, and the owner gets a mail: the sender knows the password. Recovery codes, which cannot be guessed, still work then. The row
 * lock serialises checks of one account. The transaction is separate from the caller's, so that failures stay counted.
 */
async function checkCode(
  ctx: ServiceContext,
  { userId, code }: { userId: string; code: string },
): Promise<CodeOutcome> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx): Promise<CodeOutcome> => {
    const [factor] = await tx.$queryRaw<Factor[]>`
      SELECT "sealedSecret", "lastStep", failures, locks, "lockedUntil", "confirmedAt" FROM second_factor
      WHERE "userId" = ${userId} FOR UPDATE`;
    if (!factor) return { kind: "wrong" };
    const lockedMs = lockLeftMs(factor, now);
    const text = code.replaceAll(/\s/g, "");
    const accepted = lockedMs <= 0 && APP_CODE.test(text) ? acceptAppCode(ctx, { userId, code: text, factor }) : null;
    if (accepted === "unreadable") return { kind: "unreadable" };
    if (accepted !== null || (await useRecoveryCode(tx, userId, code))) {
      await tx.secondFactor.update({
        where: { userId },
        data: { failures: 0, locks: 0, lockedUntil: null, ...accepted },
      });
      return { kind: "right" };
    }
    if (lockedMs > 0) return { kind: "locked", retryAfterSeconds: Math.ceil(lockedMs / 1000) };
    await countFailure(tx, { userId, factor, now });
    return { kind: "wrong" };
  });
}

/** Zero or less when app codes are not locked. A lock longer than its length was set while a clock was ahead, which refuses right codes: it is ignored. */
function lockLeftMs({ lockedUntil, locks }: Factor, now: Date): number {
  const leftMs = (lockedUntil?.getTime() ?? 0) - now.getTime();
  return leftMs > codeLockSeconds(locks - 1) * 1000 + CLOCK_DIFFERENCE_MAX_MS ? 0 : leftMs;
}

async function countFailure(
  tx: Tx,
  { userId, factor, now }: { userId: string; factor: Factor; now: Date },
): Promise<void> {
  const where = { userId };
  if (factor.failures + 1 < CODE_FAILURES_MAX) {
    await tx.secondFactor.update({ where, data: { failures: factor.failures + 1, lockedUntil: null } });
    return;
  }
  const lockedUntil = new Date(now.getTime() + codeLockSeconds(factor.locks) * 1000);
  await tx.secondFactor.update({ where, data: { failures: 0, locks: factor.locks + 1, lockedUntil } });
  // During enrolment only the owner can enter codes.
  if (factor.confirmedAt === null) return;
  const job = { userId, lockedUntil: lockedUntil.toISOString() };
  await queueJob(tx, "send-codes-locked", job, { key: mailJobKey["send-codes-locked"](job) });
}

/**
 * Checks an app code.
 * @returns what to write for a right code: its time step, and the secret encrypted again when the service has another secret by now; null for
 *   a wrong code or one that was used before; `unreadable` when no code can be checked, which is nobody's wrong code
 */
function acceptAppCode(
  { config: { authSecrets }, now, log }: ServiceContext,
  { userId, code, factor }: { userId: string; code: string; factor: Factor },
): Partial<Factor> | null | "unreadable" {
  const owner = secondFactorOf(userId);
  let opened: OpenedSecret;
  try {
    opened = openSecret(authSecrets, owner, factor.sealedSecret);
  } catch (error) {
    log.error({ err: error, userId }, "the secret of a second factor cannot be decrypted");
    return "unreadable";
  }
  const { secret, isCurrent } = opened;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now().getTime() / 1000),
    epochTolerance: CLOCK_TOLERANCE_SECONDS,
    afterTimeStep: factor.lastStep,
  });
  if (!result.valid || !("timeStep" in result)) return null;
  return { lastStep: result.timeStep, ...(isCurrent ? {} : { sealedSecret: sealSecret(authSecrets, owner, secret) }) };
}

async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: hashRecoveryCode(code) } });
  return count > 0;
}

/** @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `conflict` when codes of the app cannot be checked */
export async function requireCode(ctx: ServiceContext, attempt: { userId: string; code: string }): Promise<void> {
  const outcome = await checkCode(ctx, attempt);
  if (outcome.kind === "locked") throw accountRefusal("codesLocked", outcome.retryAfterSeconds);
  if (outcome.kind === "unreadable") throw accountRefusal("codesUnreadable");
  if (outcome.kind === "wrong") throw accountRefusal("wrongCode");
}

/**
 * Checks a code that was sent with the password, as API clients may do.
 * @returns true for a right code, which replaces the code page; false when none was sent or none is required; null for a wrong code
 */
export async function checkSignInCode(ctx: ServiceContext, userId: string, sent: unknown): Promise<boolean | null> {
  if (sent === undefined || sent === "") return false;
  const required = await ctx.db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
  if (required === 0) return false;
  const input = CodeInput.safeParse({ code: sent });
  return input.success && (await checkCode(ctx, { userId, ...input.data })).kind === "right" ? true : null;
}
