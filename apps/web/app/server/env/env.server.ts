import { isEmail } from "@app/core/account/credentials";
import { CATALOGUE_KEYS, type CatalogueKey } from "@app/core/billing/catalogue";
import { parseTextModels } from "@app/core/chat/text-models";
import { IMAGE_SIZES } from "@app/core/image/image-input";
import { parseDurations, VIDEO_DURATION_LIMIT_SECONDS, VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import type { Secrets } from "@app/services/context";
import { z } from "zod";
import { flag, hosts, httpUrl, origins, rate, seconds, sender, subsetOf, text, urlOf } from "./env-fields.server";
import { imageChoices, videoChoices } from "./model-choices.server";

const FIELDS = z.object({
  DATABASE_URL: urlOf("postgresql:", "postgres:").describe(
    "PostgreSQL 15 or newer, as postgresql://user:password@host:port/database",
  ),
  DATABASE_READ_URL: urlOf("postgresql:", "postgres:")
    .optional()
    .describe("A replica, which administrators' lists, statistics and exports are read from; unset: DATABASE_URL"),
  DATABASE_DIRECT_URL: urlOf("postgresql:", "postgres:")
    .optional()
    .describe("The same database without PgBouncer, for migrations and background jobs; unset: DATABASE_URL"),
  DATABASE_PREPARED_STATEMENTS: z
    .enum(["on", "off"], { error: "must be on or off" })
    .default("on")
    .describe("off: for a connection pooler in transaction mode that does not keep prepared statements"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe("Port to listen on"),
  HOST: text().optional().describe("Address to listen on, as 127.0.0.1; unset: all of this machine's"),
  APP_URL: httpUrl().optional().describe("Public origin; default http://localhost:PORT"),
  AUTH_SECRET: text().min(16, "must be at least 16 characters").describe("Signs cookies, encrypts stored secrets"),
  AUTH_SECRET_PREVIOUS: text()
    .min(16, "must be at least 16 characters")
    .optional()
    .describe("While AUTH_SECRET is being replaced: what this one has made is accepted as well"),
  AUTH_GOOGLE_ID: text().optional().describe("Google sign-in appears when both are set"),
  AUTH_GOOGLE_SECRET: text().optional(),
  AUTH_GITHUB_ID: text().optional().describe("GitHub sign-in appears when both are set"),
  AUTH_GITHUB_SECRET: text().optional(),
  DEMO_SIGN_IN: flag(false).describe(
    "true: accepts and offers the demo accounts, whose passwords are public; `pnpm serve` ignores it",
  ),
  ADMIN_EMAIL: text().optional().describe("Whom `pnpm admin:promote` makes an administrator"),
  PROVIDER_NAME: text().default("creem").describe("Name of the payment provider, in paths and rows"),
  PROVIDER_API_BASE: httpUrl().optional().describe("Payment provider's API, with or without /v1 at its end"),
  PROVIDER_API_KEY: text().optional(),
  PROVIDER_WEBHOOK_SECRET: text().optional().describe("Webhooks are refused while it is unset"),
  PROVIDER_WEBHOOK_SECRET_PREVIOUS: text()
    .optional()
    .describe("While PROVIDER_WEBHOOK_SECRET is being replaced: webhooks signed with this one are accepted as well"),
  PROVIDER_SIMULATE: flag(false).describe("true: checkouts call nobody and lead to a placeholder"),
  PROVIDER_MODERATION: flag(false).describe(
    "true: the provider checks prompts for images and videos before they are charged, as Creem requires",
  ),
  PROVIDER_PRODUCT_STARTER_MONTHLY: text().optional().describe("Product ids at the provider; default: the key itself"),
  PROVIDER_PRODUCT_STARTER_YEARLY: text().optional(),
  PROVIDER_PRODUCT_PRO_MONTHLY: text().optional(),
  PROVIDER_PRODUCT_PRO_YEARLY: text().optional(),
  PROVIDER_PRODUCT_PACK_200: text().optional(),
  SELLER_NAME: text()
    .optional()
    .describe("Who sells, on receipts, legal pages and in mails about payments, then its address and tax id"),
  SELLER_ADDRESS: text().optional(),
  SELLER_TAX_ID: text().optional(),
  CONTACT_EMAIL: text()
    .refine(isEmail, "must be an e-mail address")
    .optional()
    .describe("Where users write to; shown on the contact page"),
  AI_BASE_URL: httpUrl().optional().describe("Generation backend, compatible with OpenAI's API"),
  AI_API_KEY: text().optional().describe("Needed as well: without both, chats, images and videos are answered 503"),
  AI_TEXT_MODEL: text().default("text-model"),
  AI_TEXT_MODELS: text()
    .refine((value) => parseTextModels(value) !== null, "must be names with prices in credits, as fast:5, smart:20")
    .optional()
    .describe(
      "Text models to choose from with the price of an answer, as fast:5, smart:20; the first is the default. Unset: AI_TEXT_MODEL for 10 credits",
    ),
  AI_IMAGE_MODEL: text().default("image-model"),
  AI_VIDEO_MODEL: text().default("video-model"),
  AI_TEXT_BASE_URL: httpUrl().optional().describe("Where one kind of generation lives elsewhere"),
  AI_TEXT_API_KEY: text().optional(),
  AI_IMAGE_BASE_URL: httpUrl().optional(),
  AI_IMAGE_API_KEY: text().optional(),
  AI_VIDEO_BASE_URL: httpUrl().optional(),
  AI_VIDEO_API_KEY: text().optional(),
  AI_IMAGE_SIZES: subsetOf(IMAGE_SIZES).describe(
    "What the configured models accept: anything else is refused before it is charged. Seedream 4 takes no adaptive",
  ),
  AI_IMAGE_DEFAULT_SIZE: z
    .enum(IMAGE_SIZES, { error: `must be one of ${IMAGE_SIZES.join(", ")}` })
    .default("adaptive")
    .describe("For requests that name no size; one of AI_IMAGE_SIZES"),
  AI_VIDEO_DURATIONS: text()
    .refine((value) => parseDurations(value) !== null, "must be whole seconds, as 2-12 or 5,10")
    .optional()
    .describe("Whole seconds, as 2-12 or 5,10; unset: any duration up to VIDEO_MAX_DURATION_SECONDS"),
  AI_VIDEO_RESOLUTIONS: subsetOf(VIDEO_RESOLUTIONS),
  STORAGE_ACCESS_KEY_ID: text().optional().describe("S3-compatible storage; used when the first five are set"),
  STORAGE_SECRET_ACCESS_KEY: text().optional(),
  STORAGE_ENDPOINT: httpUrl().optional(),
  STORAGE_BUCKET_NAME: text().optional(),
  STORAGE_PUBLIC_URL: httpUrl().optional(),
  STORAGE_REGION: text().default("auto").describe("Where the storage has regions, as us-east-1"),
  STORAGE_FORCE_PATH_STYLE: flag(true).describe("false: the bucket is part of the host name"),
  SMTP_URL: urlOf("smtp:", "smtps:").optional().describe("Mail server; unset: mails wait, and the log says so"),
  MAIL_FROM: sender().default("Genmint <no-reply@localhost>"),
  GRANTS_SCHEDULE: z
    .enum(["hourly", "off"], { error: "must be hourly or off" })
    .default("hourly")
    .describe("hourly: the worker grants due instalments; off: only an external scheduler does"),
  CRON_SECRET: text().optional().describe("Bearer token of the scheduler, 32 random characters or more"),
  CRON_JOBS_USERNAME: text()
    .refine((value) => !value.includes(":"), "must not contain a colon")
    .optional()
    .describe("Or HTTP Basic; used when both are set"),
  CRON_JOBS_PASSWORD: text().optional(),
  SUBSCRIPTION_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(7)
    .describe("Days after its period until an active subscription without a renewal expires"),
  REFUND_FAILED_GENERATIONS: flag(false).describe(
    "true: a failed image, video or chat answer returns its credits, once",
  ),
  VIDEO_MAX_DURATION_SECONDS: z.coerce.number().positive().max(VIDEO_DURATION_LIMIT_SECONDS).default(60),
  CHECKOUT_RETURN_ORIGINS: origins().optional().describe("Comma-separated origins; unset: any http(s) address"),
  OUTBOUND_ALLOW_HOSTS: hosts()
    .optional()
    .describe("Hosts on private addresses that results may be fetched from, as host:port; without a port, 80 and 443"),
  WEBHOOK_ALLOW_HOSTS: hosts()
    .optional()
    .describe(
      "Hosts that users' webhooks may reach on private addresses and over http, as 127.0.0.1:8080; without a port, 80 and 443; for development",
    ),
  SIGNUP_CREDITS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe("Credits that every new account is given, once. The sign-up page names them"),
  CREDITS_LOW_THRESHOLD: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(100)
    .describe("A spend that takes the balance to this number or below sends a mail, and credits.low to webhooks"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on").describe("off lifts the limits below, for load tests"),
  RATE_LIMIT_SIGN_IN_BY_ADDRESS: rate("300/15m").describe(
    "Wrong passwords from one network address, then for one account from one address",
  ),
  RATE_LIMIT_SIGN_IN_BY_ACCOUNT: rate("20/15m"),
  RATE_LIMIT_SIGN_UP_BY_ADDRESS: rate("600/1h").describe("New accounts of one network address"),
  RATE_LIMIT_MAIL_BY_ADDRESS: rate("200/1h").describe(
    "Mails asked for from one network address, then for one account from one address",
  ),
  RATE_LIMIT_MAIL_BY_ACCOUNT: rate("20/1h"),
  RATE_LIMIT_PASSWORD_CONFIRM: rate("20/15m").describe("Wrong current passwords of one user"),
  RATE_LIMIT_GENERATION: rate("300/1m").describe("Chats, images and videos of one user"),
  RATE_LIMIT_UPLOAD: rate("120/1m").describe("Uploads of one user, then millions of pixels in them"),
  RATE_LIMIT_UPLOAD_MEGAPIXELS: rate("250/1m"),
  RATE_LIMIT_CHECKOUT: rate("60/1m"),
  RATE_LIMIT_BILLING: rate("60/1m").describe("Checkouts confirmed, portal visits and cancellations of one user"),
  RATE_LIMIT_VIDEO_STATUS: rate("1500/1m").describe("Status polls of one user, then files saved from the history"),
  RATE_LIMIT_FILE: rate("120/1m"),
  RATE_LIMIT_SHARE_BY_ADDRESS: rate("600/1m").describe(
    "Shared pages, and their files, opened from one network address",
  ),
  RATE_LIMIT_API_KEY: rate("600/1m").describe("Requests of one API key; those of its user count as well"),
  RATE_LIMIT_API_KEY_CREATION: rate("60/1h").describe("New API keys of one user"),
  RATE_LIMIT_WEBHOOKS: rate("60/1m").describe("Changes of one user's webhooks, test messages and messages sent again"),
  GENERATIONS_AT_ONCE_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe("Chats, images and videos of one user in the making at a time"),
  HEADERS_TIMEOUT_SECONDS: seconds(15).describe("Within which a request's headers, then all of it, must have arrived"),
  BODY_TIMEOUT_SECONDS: seconds(120),
  IDLE_TIMEOUT_SECONDS: seconds(10).describe("How long a connection without a request is kept open"),
  WRITE_TIMEOUT_SECONDS: seconds(60).describe("How long a reader may take nothing of a response before it is cut off"),
  STOP_DELAY_SECONDS: seconds(5, 0).describe(
    "After SIGTERM: how long to go on serving while /readyz is 503 and proxies notice, then how long running requests may take to end",
  ),
  STOP_GRACE_SECONDS: seconds(300),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("How many proxies stand before the service and add to X-Forwarded-For; 0: the header is not believed"),
  WORKER: z.enum(["inline", "off"]).default("inline").describe("off: background jobs run in `pnpm worker` apart"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe("Port of Prometheus metrics, at /metrics; unset: no metrics. Keep it private"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe("Collector of traces, as http://localhost:4318; unset: no traces. The other OTEL_ variables apply too"),
});

/** The environment, in the order of .env.example, which is generated from it. */
export const EnvSchema = FIELDS.superRefine((env, context) => {
  const { sizes, defaultSize } = imageChoices(env);
  if (!sizes.includes(defaultSize)) {
    const message = `must be one of AI_IMAGE_SIZES (${sizes.join(", ")})`;
    context.addIssue({ code: "custom", path: ["AI_IMAGE_DEFAULT_SIZE"], message });
  }
  if (env.PROVIDER_MODERATION && !(env.PROVIDER_API_BASE && env.PROVIDER_API_KEY)) {
    const message = "needs PROVIDER_API_BASE and PROVIDER_API_KEY";
    context.addIssue({ code: "custom", path: ["PROVIDER_MODERATION"], message });
  }
  const { durations, maxDurationSeconds } = videoChoices(env);
  if (durations?.length === 0) {
    const message = `must hold a duration of at most VIDEO_MAX_DURATION_SECONDS (${maxDurationSeconds})`;
    context.addIssue({ code: "custom", path: ["AI_VIDEO_DURATIONS"], message });
  }
});

export type Env = z.output<typeof FIELDS> & { APP_URL: string; isProduction: boolean };

/** Values of the environment that cannot be used. The message names each variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/**
 * Reads the environment. An empty value counts as unset.
 * @throws EnvError that names every invalid variable and why it is invalid
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const values = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const result = EnvSchema.safeParse(values);
  const problems = (result.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  const isProduction = values["NODE_ENV"] === "production";
  if (isProduction && values["APP_URL"] === undefined)
    problems.push("  APP_URL: is required in production: the public origin, as https://app.example");
  if (isProduction) problems.push(...shortSecrets(values).map((name) => `  ${name}: ${SECRET_TOO_SHORT}`));
  if (!result.success || problems.length > 0)
    throw new EnvError(`The environment is not usable:\n${problems.join("\n")}`);
  const appUrl = new URL(result.data.APP_URL ?? `http://localhost:${result.data.PORT}`).origin;
  return { ...result.data, APP_URL: appUrl, isProduction };
}

const SECRET_MIN_CHARACTERS = 16;
const SECRET_TOO_SHORT = `must be at least ${SECRET_MIN_CHARACTERS} characters`;

/** Secrets that can be guessed over the network and that let a caller grant credits. */
const GUESSABLE_SECRETS = ["CRON_SECRET", "PROVIDER_WEBHOOK_SECRET", "PROVIDER_WEBHOOK_SECRET_PREVIOUS"] as const;

/** Names of the secrets that are set and too short: an error in production, a warning elsewhere. */
export function shortSecrets(values: { readonly [Name in (typeof GUESSABLE_SECRETS)[number]]?: string | undefined }) {
  return GUESSABLE_SECRETS.filter((name) => {
    const length = values[name]?.trim().length ?? 0;
    return length > 0 && length < SECRET_MIN_CHARACTERS;
  });
}

export function authSecrets(env: Env): Secrets {
  return env.AUTH_SECRET_PREVIOUS === undefined ? [env.AUTH_SECRET] : [env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS];
}

/** None while there is no current one. */
export function webhookSecrets(env: Env): string[] {
  const current = env.PROVIDER_WEBHOOK_SECRET;
  return [current, current && env.PROVIDER_WEBHOOK_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

/** The provider's product id of each key. */
export function productIds(env: Env): Record<CatalogueKey, string> {
  const configured: Record<CatalogueKey, string | undefined> = {
    starter_monthly: env.PROVIDER_PRODUCT_STARTER_MONTHLY,
    starter_yearly: env.PROVIDER_PRODUCT_STARTER_YEARLY,
    pro_monthly: env.PROVIDER_PRODUCT_PRO_MONTHLY,
    pro_yearly: env.PROVIDER_PRODUCT_PRO_YEARLY,
    pack_200: env.PROVIDER_PRODUCT_PACK_200,
  };
  const ids = { ...configured } as Record<CatalogueKey, string>;
  for (const key of CATALOGUE_KEYS) ids[key] = configured[key] ?? key;
  return ids;
}

/** The text of .env.example: every variable that the service reads, with its purpose and default. */
export function envExample(): string {
  const lines = Object.entries(EnvSchema.shape).flatMap(([name, field]) => {
    const missing = field.safeParse(undefined);
    const value = missing.success ? (missing.data ?? "") : "";
    const required = missing.success ? "" : " (required)";
    return [...(field.description ? ["", `# ${field.description}${required}`] : []), `${name}=${String(value)}`];
  });
  return `# The service's environment. An empty value counts as unset. Made by \`pnpm env:example\`.\n${lines.join("\n")}\n`;
}
