import { accountRefusal } from "@app/core/account/refusal";
import type {
  BeginSecondFactorInput,
  CodeInput,
  DisableSecondFactorInput,
} from "@app/core/second-factor/second-factor";
import { generateSecret, generateURI } from "otplib";
import encodeQR from "qr";
import { requirePassword } from "../account/password";
import { writeAudit } from "../admin/audit-log";
import type { UserContext } from "../context";
import { requireCode } from "./check-code";
import { createRecoveryCodes, hashRecoveryCode, sealSecret } from "./secrets";

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

export interface NewSecondFactor {
  /** For whoever cannot scan the picture. */
  secret: string;
  qrCode: Drawing;
}

/**
 * Makes a secret for the caller's authenticator app. Sign-ins ask for no code until one has confirmed it; beginning again makes another.
 * @throws AppError `bad_request` for a wrong password, `conflict` where a second factor is on
 */
export async function beginSecondFactor(ctx: UserContext, input: BeginSecondFactorInput): Promise<NewSecondFactor> {
  await requirePassword(ctx, input.currentPassword);
  const { id: userId, email } = ctx.actor;
  const secret = generateSecret();
  const sealedSecret = sealSecret(ctx.config.authSecret, userId, secret);
  const begun = await ctx.db.$executeRaw`
    INSERT INTO second_factor ("userId", "sealedSecret", "createdAt") VALUES (${userId}, ${sealedSecret}, ${ctx.now()}::timestamptz)
    ON CONFLICT ("userId") DO UPDATE SET "sealedSecret" = excluded."sealedSecret", "lastStep" = 0
    WHERE second_factor."confirmedAt" IS NULL`;
  if (begun === 0) throw accountRefusal("secondFactorOn");
  return { secret, qrCode: drawQrCode(generateURI({ issuer: "Genmint", label: email, secret })) };
}

/**
 * Turns the second factor on, once a code has shown that the app has its secret: from now on every sign-in asks for one. Sessions that
 * were made without a code end, but for this one.
 * @returns the recovery codes, which are shown this once
 * @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `conflict` where there is nothing to confirm
 */
export async function confirmSecondFactor(
  ctx: UserContext,
  input: CodeInput & { currentToken: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = ctx.actor.id;
  const waiting = { userId, confirmedAt: null };
  if ((await ctx.db.secondFactor.count({ where: waiting })) === 0) throw accountRefusal("secondFactorOver");
  await requireCode(ctx, { userId, code: input.code });
  const recoveryCodes = createRecoveryCodes();
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({ where: waiting, data: { confirmedAt: now } });
    if (count === 0) throw accountRefusal("secondFactorOver");
    const rows = recoveryCodes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) }));
    await tx.recoveryCode.createMany({ data: rows });
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
    await writeAudit(tx, { actorId: userId, action: "account.second_factor_on", targetId: userId, detail: {}, now });
  });
  return { recoveryCodes };
}

/**
 * Turns the second factor off, and forgets its recovery codes.
 * @throws AppError `bad_request` for a wrong password or code, `rate_limited` after too many codes
 */
export async function disableSecondFactor(
  ctx: UserContext,
  input: DisableSecondFactorInput,
): Promise<{ success: true }> {
  const userId = ctx.actor.id;
  await requirePassword(ctx, input.currentPassword);
  await requireCode(ctx, { userId, code: input.code });
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    await tx.secondFactor.deleteMany({ where: { userId } });
    await writeAudit(tx, { actorId: userId, action: "account.second_factor_off", targetId: userId, detail: {}, now });
  });
  return { success: true };
}

/** The dark squares of a QR code as one path, for an SVG element whose view box is `size` units wide and high. */
interface Drawing {
  size: number;
  path: string;
}

/** The light frame that cameras need, in squares, by the standard. */
const FRAME = 4;

function drawQrCode(text: string): Drawing {
  const rows = encodeQR(text, "raw", { border: FRAME });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: rows.length, path: squares.join("") };
}
