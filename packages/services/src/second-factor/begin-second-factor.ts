import { accountRefusal } from "@app/core/account/refusal";
import type { BeginSecondFactorInput } from "@app/core/account/second-factor-input";
import { generateSecret, generateURI } from "otplib";
import { requirePassword } from "../account/require-password";
import type { UserContext } from "../context";
import { type Drawing, drawQrCode } from "./draw-qr-code";
import { sealSecret } from "./seal-secret";

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
