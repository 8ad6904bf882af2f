import { describe, expect, it } from "vitest";
import { configurationProblems, configurationWarnings, unconfiguredParts } from "./configuration.server";
import { readEnv } from "./env.server";

const PRODUCTS = {
  PROVIDER_PRODUCT_STARTER_MONTHLY: "prod_1",
  PROVIDER_PRODUCT_STARTER_YEARLY: "prod_2",
  PROVIDER_PRODUCT_PRO_MONTHLY: "prod_3",
  PROVIDER_PRODUCT_PRO_YEARLY: "prod_4",
  PROVIDER_PRODUCT_PACK_200: "prod_5",
};
const STORAGE = {
  STORAGE_ACCESS_KEY_ID: "id",
  STORAGE_SECRET_ACCESS_KEY: "storage-secret",
  STORAGE_ENDPOINT: "https://s3.example",
  STORAGE_BUCKET_NAME: "bucket",
  STORAGE_PUBLIC_URL: "https://cdn.example",
};
const WHOLE = {
  AI_BASE_URL: "https://ai.example/v1",
  AI_API_KEY: "ai-secret",
  PROVIDER_API_BASE: "https://pay.example",
  PROVIDER_API_KEY: "provider-secret",
  PROVIDER_WEBHOOK_SECRET: "webhook-secret-of-the-provider",
  SMTP_URL: "smtp://user:mail-secret@mail.example",
  ...PRODUCTS,
  ...STORAGE,
};

type Values = Record<string, string | undefined>;
const envOf = (values: Values) =>
  readEnv({ DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "sixteen characters", ...values });
const without = (...names: string[]): Values => ({
  ...WHOLE,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
});
const missingOf = (values: Values) => configurationWarnings(envOf(values)).map(({ missing }) => missing);

describe("configurationWarnings", () => {
  it("has no warning for a complete configuration", () => expect(missingOf(WHOLE)).toEqual([]));

  it.each<[string, Values, string[][]]>([
    ["without a backend", without("AI_BASE_URL", "AI_API_KEY"), Array(3).fill(["AI_BASE_URL", "AI_API_KEY"])],
    ["without its key", without("AI_API_KEY"), Array(3).fill(["AI_API_KEY"])],
    [
      "with a backend for text alone",
      { ...without("AI_BASE_URL", "AI_API_KEY"), AI_TEXT_BASE_URL: "https://ai.example", AI_TEXT_API_KEY: "key" },
      Array(2).fill(["AI_BASE_URL", "AI_API_KEY"]),
    ],
    [
      "without a provider, which makes its products irrelevant",
      without("PROVIDER_API_BASE", "PROVIDER_API_KEY", "PROVIDER_WEBHOOK_SECRET", ...Object.keys(PRODUCTS)),
      [["PROVIDER_API_BASE", "PROVIDER_API_KEY"]],
    ],
    ["without the webhook's secret", without("PROVIDER_WEBHOOK_SECRET"), [["PROVIDER_WEBHOOK_SECRET"]]],
    [
      "without two of the products",
      without("PROVIDER_PRODUCT_PRO_YEARLY", "PROVIDER_PRODUCT_PACK_200"),
      [["PROVIDER_PRODUCT_PRO_YEARLY", "PROVIDER_PRODUCT_PACK_200"]],
    ],
    [
      "with checkouts that are simulated",
      { ...without("PROVIDER_API_BASE", ...Object.keys(PRODUCTS)), PROVIDER_SIMULATE: "true" },
      [],
    ],
    ["without a mail server", without("SMTP_URL"), [["SMTP_URL"]]],
    [
      "with half of each pair",
      { ...WHOLE, AUTH_GOOGLE_ID: "id", AUTH_GITHUB_SECRET: "secret", CRON_JOBS_USERNAME: "scheduler" },
      [["AUTH_GOOGLE_SECRET"], ["AUTH_GITHUB_ID"], ["CRON_JOBS_PASSWORD"]],
    ],
    ["without storage, which is a choice", without(...Object.keys(STORAGE)), []],
    [
      "with a part of the storage",
      without("STORAGE_ENDPOINT", "STORAGE_PUBLIC_URL"),
      [["STORAGE_ENDPOINT", "STORAGE_PUBLIC_URL"]],
    ],
  ])("names what is missing %s", (_name, values, missing) => expect(missingOf(values)).toEqual(missing));

  it("names no secret", () => {
    const warnings = configurationWarnings(envOf(without("AI_BASE_URL", "PROVIDER_API_BASE", "STORAGE_ENDPOINT")));
    expect(warnings).toHaveLength(5);
    expect(JSON.stringify(warnings)).not.toMatch(/secret/i);
  });
});

describe("configurationProblems", () => {
  const SAFE: Values = {
    ...WHOLE,
    NODE_ENV: "production",
    APP_URL: "https://app.example",
    AUTH_SECRET: "0123456789abcdef0123456789abcdef",
    TRUSTED_PROXIES: "1",
    PROVIDER_MODERATION: "true",
    MAIL_FROM: "Genmint <hello@app.example>",
    SELLER_NAME: "Genmint Ltd",
    SELLER_ADDRESS: "1 Mint Street, Dublin",
    CONTACT_EMAIL: "help@app.example",
  };
  const problemsOf = (values: Values) =>
    configurationProblems(envOf(values)).map(({ severity, variables }) => `${severity} ${variables.join(" ")}`);

  it.each<[string, Values, string[]]>([
    ["nothing in a safe configuration", {}, []],
    [
      "a public origin outside of production, and its dangers",
      { NODE_ENV: undefined, RATE_LIMITS: "off" },
      ["error NODE_ENV", "error RATE_LIMITS"],
    ],
    ["a public origin on this machine", { APP_URL: "http://localhost:3000" }, ["error APP_URL"]],
    ["a public origin without https", { APP_URL: "http://app.example" }, ["error APP_URL"]],
    ["a short secret", { AUTH_SECRET: "sixteen characters" }, ["warning AUTH_SECRET"]],
    [
      "short secrets of a scheduler",
      { CRON_SECRET: "sixteen characters", CRON_JOBS_USERNAME: "scheduler", CRON_JOBS_PASSWORD: "x" },
      ["warning CRON_SECRET", "warning CRON_JOBS_PASSWORD"],
    ],
    ["no rate limits", { RATE_LIMITS: "off" }, ["error RATE_LIMITS"]],
    ["an unknown proxy", { TRUSTED_PROXIES: undefined }, ["warning TRUSTED_PROXIES"]],
    ["simulated checkouts", { PROVIDER_SIMULATE: "true" }, ["error PROVIDER_SIMULATE"]],
    ["a key of the test mode", { PROVIDER_API_KEY: "creem_test_1" }, ["warning PROVIDER_API_KEY"]],
    ["prompts that nobody checks", { PROVIDER_MODERATION: undefined }, ["warning PROVIDER_MODERATION"]],
    [
      "no such thing without images and videos",
      {
        ...{ PROVIDER_MODERATION: undefined, AI_BASE_URL: undefined, AI_API_KEY: undefined },
        ...{ AI_TEXT_BASE_URL: "https://ai.example", AI_TEXT_API_KEY: "key" },
      },
      Array(2).fill("warning AI_BASE_URL AI_API_KEY"),
    ],
    ["a seller without an address", { SELLER_ADDRESS: undefined }, ["warning SELLER_NAME SELLER_ADDRESS"]],
    ["nowhere to write to", { CONTACT_EMAIL: undefined }, ["warning CONTACT_EMAIL"]],
    ["a sender at localhost", { MAIL_FROM: undefined }, ["warning MAIL_FROM"]],
    ["nobody who grants instalments", { GRANTS_SCHEDULE: "off" }, ["error GRANTS_SCHEDULE CRON_SECRET"]],
    ["webhooks that cannot be verified", { PROVIDER_WEBHOOK_SECRET: undefined }, ["error PROVIDER_WEBHOOK_SECRET"]],
  ])("names %s", (_name, values, problems) => expect(problemsOf({ ...SAFE, ...values })).toEqual(problems));

  it("lets development be", () => {
    expect(problemsOf({ ...WHOLE, RATE_LIMITS: "off" })).toEqual([]);
  });
});

describe("unconfiguredParts", () => {
  it.each<[string, Values, string[]]>([
    ["of a whole configuration", WHOLE, []],
    ["of an empty one", {}, ["chat", "image", "video", "payment"]],
    ["without a key for the backend", without("AI_API_KEY"), ["chat", "image", "video"]],
    [
      "with a backend for videos alone",
      { AI_VIDEO_BASE_URL: "https://ai.example", AI_VIDEO_API_KEY: "key", PROVIDER_SIMULATE: "true" },
      ["chat", "image"],
    ],
    ["without a key for the provider", without("PROVIDER_API_KEY"), ["payment"]],
  ])("%s", (_name, values, parts) => expect([...unconfiguredParts(envOf(values))]).toEqual(parts));
});
