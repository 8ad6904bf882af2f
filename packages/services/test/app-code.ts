import { generateSync } from "otplib";

const STEP_SECONDS = 30;

/** What an authenticator app with this secret shows at a moment; `step` 1 is what it shows next. */
export function appCode(secret: string, now: Date, step = 0): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + step * STEP_SECONDS });
}
