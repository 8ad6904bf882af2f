import { invariant } from "@app/core/errors";
import { parseRateLimit, type RateLimit } from "@app/core/limits/rate-limit";
import type { Limits } from "@app/services/limits/limits";
import type { Env } from "./env.server";

/** The limits the environment sets, or null where it lifts them. */
export function readLimits(env: Env): Limits | null {
  if (env.RATE_LIMITS === "off") return null;
  return {
    generationsAtOnceMax: env.GENERATIONS_AT_ONCE_MAX,
    rates: {
      signInByAddress: requireRateLimit(env.RATE_LIMIT_SIGN_IN_BY_ADDRESS),
      signInByAccount: requireRateLimit(env.RATE_LIMIT_SIGN_IN_BY_ACCOUNT),
      signUpByAddress: requireRateLimit(env.RATE_LIMIT_SIGN_UP_BY_ADDRESS),
      mailByAddress: requireRateLimit(env.RATE_LIMIT_MAIL_BY_ADDRESS),
      mailByAccount: requireRateLimit(env.RATE_LIMIT_MAIL_BY_ACCOUNT),
      passwordConfirm: requireRateLimit(env.RATE_LIMIT_PASSWORD_CONFIRM),
      generation: requireRateLimit(env.RATE_LIMIT_GENERATION),
      upload: requireRateLimit(env.RATE_LIMIT_UPLOAD),
      uploadMegapixels: requireRateLimit(env.RATE_LIMIT_UPLOAD_MEGAPIXELS),
      checkout: requireRateLimit(env.RATE_LIMIT_CHECKOUT),
      billing: requireRateLimit(env.RATE_LIMIT_BILLING),
      videoStatus: requireRateLimit(env.RATE_LIMIT_VIDEO_STATUS),
      file: requireRateLimit(env.RATE_LIMIT_FILE),
    },
  };
}

function requireRateLimit(text: string): RateLimit {
  const limit = parseRateLimit(text);
  invariant(limit, "the environment was read");
  return limit;
}
