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
      signInByAddress: read(env.RATE_LIMIT_SIGN_IN_BY_ADDRESS),
      signInByAccount: read(env.RATE_LIMIT_SIGN_IN_BY_ACCOUNT),
      signUpByAddress: read(env.RATE_LIMIT_SIGN_UP_BY_ADDRESS),
      mailByAddress: read(env.RATE_LIMIT_MAIL_BY_ADDRESS),
      mailByAccount: read(env.RATE_LIMIT_MAIL_BY_ACCOUNT),
      passwordConfirm: read(env.RATE_LIMIT_PASSWORD_CONFIRM),
      generation: read(env.RATE_LIMIT_GENERATION),
      upload: read(env.RATE_LIMIT_UPLOAD),
      uploadMegapixels: read(env.RATE_LIMIT_UPLOAD_MEGAPIXELS),
      checkout: read(env.RATE_LIMIT_CHECKOUT),
      billing: read(env.RATE_LIMIT_BILLING),
      videoStatus: read(env.RATE_LIMIT_VIDEO_STATUS),
      file: read(env.RATE_LIMIT_FILE),
    },
  };
}

function read(text: string): RateLimit {
  const limit = parseRateLimit(text);
  invariant(limit, "the environment was read");
  return limit;
}
