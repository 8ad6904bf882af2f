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
import { sealSecret } from "../platform/sealed-secrets";
import { requireCode } from "./check-code";
import { createRecoveryCodes, hashRecoveryCode, secondFactorOf } from "./secrets";

export interface SecondFactorState {
  /** Null while signing in requires no code. */
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

/** The state of the user's second factor. */
export async function getSecondFactor(ctx: UserContext): Promise<SecondFactorState> {
  const factor = await ctx.db.secondFactor.findUnique({
    where: { userId: ctx.actor.id },
    select: { confirmedAt: true, _count: { select: { recoveryCodes: true } } },
  });
  return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft: factor?._count.recoveryCodes ?? 0 };
}

export interface NewSecondFactor {
  /** For users who cannot scan the QR code. */
  secret: string;
  qrCode: Drawing;
}

/**
 * Creates a secret for the user's authenticator app. Signing in requires no code until `confirmSecondFactor`. Calling this again creates
 * another secret.
 * @throws AppError `bad_request` for a wrong password, `conflict` when a second factor is on
 */
export async function beginSecondFactor(ctx: UserContext, input: BeginSecondFactorInput): Promise<NewSecondFactor> {
  await requirePassword(ctx, input.currentPassword);
  const { id: userId, email } = ctx.actor;
  const secret = generateSecret();
  const sealedSecret = sealSecret(ctx.config.authSecrets, secondFactorOf(userId), secret);
  const written = await ctx.db.$executeRaw`
    INSERT INTO second_factor ("userId", "sealedSecret", "createdAt") VALUES (${userId}, ${sealedSecret}, ${ctx.now()}::timestamptz)
    ON CONFLICT ("userId") DO UPDATE SET "sealedSecret" = excluded."sealedSecret", "lastStep" = 0
    WHERE second_factor."confirmedAt" IS NULL`;
  if (written === 0) throw accountRefusal("secondFactorOn");
  return { secret, qrCode: drawQrCode(generateURI({ issuer: "Genmint", label: email, secret })) };
}

/**
 * Turns the second factor on when a code proves that the app has the secret. All other sessions end, because they were created without a
 * code.
 * @returns the recovery codes, which are shown only now
 * @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `conflict` when there is nothing to confirm
 */
export async function confirmSecondFactor(
  ctx: UserContext,
  input: CodeInput & { currentToken: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = ctx.actor.id;
  const waiting = { userId, confirmedAt: null };
  if ((await ctx.db.secondFactor.count({ where: waiting })) === 0) throw await nothingToConfirm(ctx);
  await requireCode(ctx, { userId, code: input.code });
  // `beginSecondFactor` sets the step to 0: a secret that has replaced the one of this code is not confirmed by it.
  const proven = { ...waiting, lastStep: { gt: 0 } };
  const recoveryCodes = createRecoveryCodes();
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({ where: proven, data: { confirmedAt: now } });
    if (count === 0) throw accountRefusal("secondFactorOver");
    const rows = recoveryCodes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) }));
    await tx.recoveryCode.createMany({ data: rows });
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
    await writeAudit(tx, { actorId: userId, action: "account.second_factor_on", targetId: userId, detail: {}, now });
  });
  return { recoveryCodes };
}

/** When it is on, the response with the recovery codes may have been lost: the user must know that there are codes to write down. */
async function nothingToConfirm({ db, actor }: UserContext) {
  const isOn = (await db.secondFactor.count({ where: { userId: actor.id } })) > 0;
  return accountRefusal(isOn ? "recoveryCodesMissed" : "secondFactorOver");
}

/**
 * Turns the second factor off and deletes its recovery codes. Repeating it changes nothing and needs no code: none can be right any more.
 * @throws AppError `bad_request` for a wrong password or code, `rate_limited` after too many codes
 */
export async function disableSecondFactor(
  ctx: UserContext,
  input: DisableSecondFactorInput,
): Promise<{ success: true }> {
  const userId = ctx.actor.id;
  await requirePassword(ctx, input.currentPassword);
  if ((await ctx.db.secondFactor.count({ where: { userId } })) === 0) return { success: true };
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

/** The quiet zone that the standard requires, in squares. */
const QUIET_ZONE = 4;

function drawQrCode(text: string): Drawing {
  const rows = encodeQR(text, "raw", { border: QUIET_ZONE });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: rows.length, path: squares.join("") };
}
