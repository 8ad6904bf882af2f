import { invariant } from "@app/core/errors";
import { parseRateLimit, type RateLimit } from "@app/core/limits/rate-limits";
import type { ConfigurablePart, ConfigurationProblem } from "@app/services/context";
import type { Limits } from "@app/services/platform/limits";
import type { Env } from "./env.server";

/** A missing configuration with which the service still starts, and its effect. Names variables, never their values. */
export interface ConfigurationWarning {
  missing: string[];
  message: string;
  /** Without it, buyers would pay and get nothing. */
  isError?: boolean;
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
  const warnings: ConfigurationWarning[] = BACKENDS.map(([, kind, effect]) => ({
    missing: missingBackendVariables(env, kind),
    message: `No generation backend is configured (AI_BASE_URL and AI_API_KEY, or AI_${kind}_BASE_URL and AI_${kind}_API_KEY): ${effect}`,
  }));
  warnings.push({ missing: provider, message: "No payment provider is configured: checkouts are refused with 503" });
  if (!env.PROVIDER_SIMULATE && provider.length === 0) {
    warnings.push({
      missing: unsetVariables(env, ["PROVIDER_WEBHOOK_SECRET"]),
      message: "The provider's webhooks cannot be verified and are refused: nothing that is bought is granted",
      isError: true,
    });
    warnings.push({
      missing: unsetVariables(env, PRODUCTS),
      message:
        "Product ids are not configured: the keys of the catalogue are sent, which a real provider does not know",
    });
  }
  for (const [effect, ...pair] of PAIRS) {
    const unset = unsetVariables(env, pair);
    warnings.push({ missing: unset.length === pair.length ? [] : unset, message: effect });
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

/**
 * Everything that an administrator should change, for `pnpm run doctor` and Admin → System: what is missing, and in production what is
 * dangerous.
 */
export function configurationProblems(env: Env): ConfigurationProblem[] {
  const missing = configurationWarnings(env).map(({ missing: variables, message, isError }): ConfigurationProblem => {
    return { variables, message, severity: isError ? "error" : "warning" };
  });
  // An origin that others reach is in production, whatever NODE_ENV says.
  const isPublic = env.isProduction || !isLocal(hostOf(env.APP_URL));
  const dangers = [...DANGERS, ...(isPublic ? PRODUCTION_DANGERS : [])].filter(({ applies }) => applies(env));
  return [...missing, ...dangers.map(({ variables, message, severity }) => ({ variables, message, severity }))];
}

interface Danger extends ConfigurationProblem {
  applies(env: Env): boolean;
}

const TEST_KEY = "creem_test_";
const STRONG_SECRET_CHARACTERS = 32;
const hostOf = (address: string) => new URL(address).hostname;
const isLocal = (host: string) => host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.");

const DANGERS: readonly Danger[] = [
  {
    variables: ["GRANTS_SCHEDULE", "CRON_SECRET"],
    message:
      "Nothing grants the instalments of yearly plans: set GRANTS_SCHEDULE=hourly, or CRON_SECRET for your own scheduler",
    severity: "error",
    applies: (env) =>
      env.GRANTS_SCHEDULE === "off" && !env.CRON_SECRET && !(env.CRON_JOBS_USERNAME && env.CRON_JOBS_PASSWORD),
  },
];

const PRODUCTION_DANGERS: readonly Danger[] = [
  {
    variables: ["NODE_ENV"],
    message: "NODE_ENV is not production: secrets that can be guessed are accepted",
    severity: "error",
    applies: (env) => !env.isProduction,
  },
  {
    variables: ["APP_URL"],
    message: "APP_URL is an address of this machine: links in mails and the way back from a checkout lead nowhere",
    severity: "error",
    applies: (env) => isLocal(hostOf(env.APP_URL)),
  },
  {
    variables: ["APP_URL"],
    message: "APP_URL is not https: passwords and sessions can be read on the way",
    severity: "error",
    applies: (env) => !env.APP_URL.startsWith("https:") && !isLocal(hostOf(env.APP_URL)),
  },
  // The webhook's secret is the provider's choice.
  ...(["AUTH_SECRET", "CRON_SECRET", "CRON_JOBS_PASSWORD"] as const).map(
    (name): Danger => ({
      variables: [name],
      message: `${name} is shorter than ${STRONG_SECRET_CHARACTERS} characters: use \`openssl rand -hex 32\``,
      severity: "warning",
      applies: (env) => env[name] !== undefined && env[name].length < STRONG_SECRET_CHARACTERS,
    }),
  ),
  {
    variables: ["RATE_LIMITS"],
    message: "RATE_LIMITS is off: passwords can be guessed without limit",
    severity: "error",
    applies: (env) => env.RATE_LIMITS === "off",
  },
  {
    variables: ["TRUSTED_PROXIES"],
    message: "TRUSTED_PROXIES is 0: behind a proxy, all users share its address and its rate limits",
    severity: "warning",
    applies: (env) => env.APP_URL.startsWith("https:") && env.TRUSTED_PROXIES === 0,
  },
  {
    variables: ["PROVIDER_SIMULATE"],
    message: "PROVIDER_SIMULATE is on: checkouts lead to a placeholder, and nobody can buy",
    severity: "error",
    applies: (env) => env.PROVIDER_SIMULATE,
  },
  {
    variables: ["PROVIDER_MODERATION"],
    message:
      "PROVIDER_MODERATION is off: Creem may suspend sellers of images or videos that are made from unchecked prompts",
    severity: "warning",
    applies: (env) =>
      !env.PROVIDER_MODERATION &&
      missingProviderVariables(env).length === 0 &&
      !env.PROVIDER_SIMULATE &&
      (missingBackendVariables(env, "IMAGE").length === 0 || missingBackendVariables(env, "VIDEO").length === 0),
  },
  {
    variables: ["PROVIDER_API_KEY"],
    message: "PROVIDER_API_KEY is a key of the provider's test mode: payments are not real",
    severity: "warning",
    applies: (env) => env.PROVIDER_API_KEY?.startsWith(TEST_KEY) ?? false,
  },
  {
    variables: ["SELLER_NAME", "SELLER_ADDRESS"],
    message: "SELLER_NAME or SELLER_ADDRESS is not set: receipts do not say who the seller is",
    severity: "warning",
    applies: (env) => !env.PROVIDER_SIMULATE && !(env.SELLER_NAME && env.SELLER_ADDRESS),
  },
  {
    variables: ["CONTACT_EMAIL"],
    message: "CONTACT_EMAIL is not set: the contact page names no address to write to",
    severity: "warning",
    applies: (env) => !env.PROVIDER_SIMULATE && !env.CONTACT_EMAIL,
  },
  {
    variables: ["MAIL_FROM"],
    message: "MAIL_FROM is not set: most mail servers refuse a sender at localhost",
    severity: "warning",
    applies: (env) => env.SMTP_URL !== undefined && env.MAIL_FROM.includes("@localhost"),
  },
];

const PRODUCTS = [
  "PROVIDER_PRODUCT_STARTER_MONTHLY",
  "PROVIDER_PRODUCT_STARTER_YEARLY",
  "PROVIDER_PRODUCT_PRO_MONTHLY",
  "PROVIDER_PRODUCT_PRO_YEARLY",
  "PROVIDER_PRODUCT_PACK_200",
] as const;

/** Variables without effect unless both are set. */
const PAIRS = [
  ["Google sign-in is configured in part and therefore not offered", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  ["GitHub sign-in is configured in part and therefore not offered", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
  ["The scheduler's Basic credentials are set in part: they are refused", "CRON_JOBS_USERNAME", "CRON_JOBS_PASSWORD"],
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
      shareByAddress: requireRateLimit(env.RATE_LIMIT_SHARE_BY_ADDRESS),
      apiKey: requireRateLimit(env.RATE_LIMIT_API_KEY),
      apiKeyCreation: requireRateLimit(env.RATE_LIMIT_API_KEY_CREATION),
      webhooks: requireRateLimit(env.RATE_LIMIT_WEBHOOKS),
    },
  };
}

function requireRateLimit(text: string): RateLimit {
  const limit = parseRateLimit(text);
  invariant(limit, "the environment was read");
  return limit;
}
