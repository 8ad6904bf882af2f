import { invariant } from "@app/core/errors";
import { parseRateLimit, type RateLimit } from "@app/core/limits/rate-limits";
import type { ConfigurablePart } from "@app/services/context";
import type { Limits } from "@app/services/platform/limits";
import type { Env } from "./env.server";

/** A missing configuration with which the service still starts, and its effect. Names variables, never their values. */
export interface ConfigurationWarning {
  missing: string[];
  message: string;
}

const BACKENDS = [
  ["chat", "TEXT", "chats are refused with 503"],
  ["image", "IMAGE", "images are refused with 503"],
  ["video", "VIDEO", "videos are refused with 503"],
] as const;

/** The parts whose requests are refused before anything is charged, because they are not configured. */
export function unconfiguredParts(env: Env): ReadonlySet<ConfigurablePart> {
  const parts = new Set<ConfigurablePart>();
  for (const [part, kind] of BACKENDS) if (missingBackendVariables(env, kind).length > 0) parts.add(part);
  if (missingProviderVariables(env).length > 0) parts.add("payment");
  return parts;
}

/** Warnings for the log of the start. Storage may be left out as a whole, but not in part. */
export function configurationWarnings(env: Env): ConfigurationWarning[] {
  const provider = missingProviderVariables(env);
  const warnings = BACKENDS.map(([, kind, effect]) => ({
    missing: missingBackendVariables(env, kind),
    message: `No generation backend is configured (AI_BASE_URL and AI_API_KEY, or AI_${kind}_BASE_URL and AI_${kind}_API_KEY): ${effect}`,
  }));
  warnings.push({ missing: provider, message: "No payment provider is configured: checkouts are refused with 503" });
  if (!env.PROVIDER_SIMULATE && provider.length === 0) {
    warnings.push({
      missing: unsetVariables(env, ["PROVIDER_WEBHOOK_SECRET"]),
      message: "The provider's webhooks cannot be verified and are refused: nothing that is bought is granted",
    });
    warnings.push({
      missing: unsetVariables(env, PRODUCTS),
      message:
        "Product ids are not configured: the keys of the catalogue are sent, which a real provider does not know",
    });
  }
  const storage = unsetVariables(env, STORAGE);
  warnings.push({
    missing: storage.length === STORAGE.length ? [] : storage,
    message: "Object storage is configured in part and therefore not used",
  });
  warnings.push({
    missing: unsetVariables(env, ["SMTP_URL"]),
    message: "No mail server is configured: mails wait, and links that expire meanwhile are not sent",
  });
  return warnings.filter(({ missing }) => missing.length > 0);
}

const PRODUCTS = [
  "PROVIDER_PRODUCT_STARTER_MONTHLY",
  "PROVIDER_PRODUCT_STARTER_YEARLY",
  "PROVIDER_PRODUCT_PRO_MONTHLY",
  "PROVIDER_PRODUCT_PRO_YEARLY",
  "PROVIDER_PRODUCT_PACK_200",
] as const;

const STORAGE = [
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
  "STORAGE_ENDPOINT",
  "STORAGE_BUCKET_NAME",
  "STORAGE_PUBLIC_URL",
] as const;

function missingBackendVariables(env: Env, kind: "TEXT" | "IMAGE" | "VIDEO"): string[] {
  const missing: string[] = [];
  if (!(env[`AI_${kind}_BASE_URL`] ?? env.AI_BASE_URL)) missing.push("AI_BASE_URL");
  if (!(env[`AI_${kind}_API_KEY`] ?? env.AI_API_KEY)) missing.push("AI_API_KEY");
  return missing;
}

function missingProviderVariables(env: Env): string[] {
  return env.PROVIDER_SIMULATE ? [] : unsetVariables(env, ["PROVIDER_API_BASE", "PROVIDER_API_KEY"]);
}

function unsetVariables(env: Env, names: readonly (keyof Env)[]): string[] {
  return names.filter((name) => env[name] === undefined);
}

/** The limits that the environment sets; null when they are off. */
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
