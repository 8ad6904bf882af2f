import { CATALOGUE_KEYS } from "@app/core/billing/catalogue";
import { describe, expect, it } from "vitest";
import { createDeps } from "../composition-root.server";
import { EnvError, EnvSchema, productIds, readEnv, shortSecrets } from "./env.server";
import { imageChoices, videoChoices } from "./model-choices.server";

const REQUIRED = {
  DATABASE_URL: "postgresql://user:password@localhost:5432/genmint",
  AUTH_SECRET: "sixteen characters",
};
const PRODUCTION = { NODE_ENV: "production", APP_URL: "https://app.example" };
const NAMES = Object.keys(EnvSchema.shape);

function problemOf(values: Record<string, string | undefined>): string {
  try {
    readEnv({ ...REQUIRED, ...values });
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error("The environment was accepted");
}

describe("an unset variable", () => {
  it("has its default", () => {
    expect(readEnv(REQUIRED)).toMatchObject({
      ...REQUIRED,
      PORT: 3000,
      APP_URL: "http://localhost:3000",
      PROVIDER_NAME: "creem",
      PROVIDER_SIMULATE: false,
      AI_TEXT_MODEL: expect.any(String),
      AI_IMAGE_MODEL: expect.any(String),
      AI_VIDEO_MODEL: expect.any(String),
      STORAGE_REGION: "auto",
      MAIL_FROM: expect.any(String),
      REFUND_FAILED_GENERATIONS: false,
      SUBSCRIPTION_GRACE_DAYS: 7,
      GRANTS_SCHEDULE: "hourly",
      VIDEO_MAX_DURATION_SECONDS: 60,
      WORKER: "inline",
      LOG_LEVEL: "info",
    });
  });

  it.each(["", "  ", "\t\n"])("may also be set to %j", (nothing) => {
    const all = Object.fromEntries(NAMES.map((name) => [name, nothing]));
    expect(readEnv({ ...all, ...REQUIRED })).toEqual(readEnv(REQUIRED));
  });

  it.each(Object.keys(REQUIRED))("stops the start when it is %s", (name) => {
    for (const nothing of [undefined, "", " "])
      expect(problemOf({ [name]: nothing })).toContain(`${name}: is required`);
  });
});

describe("an invalid value stops the start with the variable's name", () => {
  it.each([
    ["DATABASE_URL", "genmint", "must be an address that starts with postgresql:// or postgres://"],
    ["DATABASE_URL", "mysql://localhost/genmint", "must be an address that starts with postgresql:// or postgres://"],
    ["PORT", "http", ""],
    ["PORT", "0", ""],
    ["PORT", "65536", ""],
    ["PORT", "30.5", ""],
    ["APP_URL", "genmint.example", "must be an http(s) address"],
    ["APP_URL", "ftp://genmint.example", "must be an http(s) address"],
    ["AUTH_SECRET", "too short", "must be at least 16 characters"],
    ["AUTH_SECRET_PREVIOUS", "too short", "must be at least 16 characters"],
    ["PROVIDER_API_BASE", "api.creem.io", "must be an http(s) address"],
    ["PROVIDER_SIMULATE", "yes", "must be true or false"],
    ["PROVIDER_SIMULATE", "1", "must be true or false"],
    ["PROVIDER_MODERATION", "true", "needs PROVIDER_API_BASE and PROVIDER_API_KEY"],
    ["AI_BASE_URL", "localhost:8080", "must be an http(s) address"],
    ["AI_VIDEO_BASE_URL", "/v1", "must be an http(s) address"],
    ["CONTACT_EMAIL", "help at genmint.example", "must be an e-mail address"],
    ["STORAGE_ENDPOINT", "s3.example", "must be an http(s) address"],
    ["STORAGE_PUBLIC_URL", "cdn.example", "must be an http(s) address"],
    ["SMTP_URL", "mail.example", "must be an address that starts with smtp:// or smtps://"],
    ["SMTP_URL", "https://mail.example", "must be an address that starts with smtp:// or smtps://"],
    ["MAIL_FROM", "Genmint", "must be an address, as Genmint <no-reply@app.example>"],
    ["MAIL_FROM", "Genmint <no-reply>", "must be an address, as Genmint <no-reply@app.example>"],
    ["MAIL_FROM", '"Genmint <no-reply@app.example>"', "must be an address, as Genmint <no-reply@app.example>"],
    ["MAIL_FROM", "'no-reply@app.example'", "must be an address, as Genmint <no-reply@app.example>"],
    ["CRON_JOBS_USERNAME", "sched:uler", "must not contain a colon"],
    ["GRANTS_SCHEDULE", "daily", "must be hourly or off"],
    ["SUBSCRIPTION_GRACE_DAYS", "-1", ""],
    ["SUBSCRIPTION_GRACE_DAYS", "1.5", ""],
    ["SUBSCRIPTION_GRACE_DAYS", "week", ""],
    ["SUBSCRIPTION_GRACE_DAYS", "366", ""],
    ["VIDEO_MAX_DURATION_SECONDS", "-1", ""],
    ["VIDEO_MAX_DURATION_SECONDS", "long", ""],
    ["CHECKOUT_RETURN_ORIGINS", "genmint.example", "must be http(s) origins, separated by commas"],
    ["CHECKOUT_RETURN_ORIGINS", "https://a.example/path", "must be http(s) origins, separated by commas"],
    ["CHECKOUT_RETURN_ORIGINS", "https://a.example, *", "must be http(s) origins, separated by commas"],
    ["CHECKOUT_RETURN_ORIGINS", ",", "must be http(s) origins, separated by commas"],
    ["OUTBOUND_ALLOW_HOSTS", "http://minio:9000", "must be hosts, as minio:9000, separated by commas"],
    ["OUTBOUND_ALLOW_HOSTS", "minio:9000/files", "must be hosts, as minio:9000, separated by commas"],
    ["WEBHOOK_ALLOW_HOSTS", "a.internal, https://b.internal", "must be hosts, as minio:9000, separated by commas"],
    ["WEBHOOK_ALLOW_HOSTS", "a b", "must be hosts, as minio:9000, separated by commas"],
    ["AI_IMAGE_SIZES", "adaptive,8K", "must be some of adaptive, 1K, 2K, 4K, separated by commas"],
    ["AI_IMAGE_SIZES", ",", "must be some of adaptive, 1K, 2K, 4K, separated by commas"],
    ["AI_IMAGE_DEFAULT_SIZE", "8K", "must be one of adaptive, 1K, 2K, 4K"],
    ["AI_VIDEO_RESOLUTIONS", "4K", "must be some of 480p, 720p, 1080p, separated by commas"],
    ["AI_VIDEO_DURATIONS", "short", "must be whole seconds, as 2-12 or 5,10"],
    ["AI_VIDEO_DURATIONS", "61-90", "must hold a duration of at most VIDEO_MAX_DURATION_SECONDS (60)"],
    ["WORKER", "on", ""],
    ["LOG_LEVEL", "loud", ""],
  ])("%s=%s", (name, value, problem) => {
    expect(NAMES).toContain(name);
    const message = problemOf({ [name]: value });
    expect(message.split("\n")).toEqual([
      "The environment is not usable:",
      expect.stringMatching(new RegExp(`^ {2}${name}: .+`)),
    ]);
    expect(message).toContain(problem);
  });

  it("and names every invalid variable at once, without its value", () => {
    const message = problemOf({ AUTH_SECRET: "hunter2", PORT: "port", SMTP_URL: "secret@mail" });
    for (const name of ["AUTH_SECRET", "PORT", "SMTP_URL"]) expect(message).toContain(`  ${name}: `);
    for (const value of ["hunter2", "secret@mail"]) expect(message).not.toContain(value);
  });
});

it("production refuses to start without its public origin", () => {
  const problem = "APP_URL: is required in production: the public origin, as https://app.example";
  expect(problemOf({ NODE_ENV: "production" })).toBe(`The environment is not usable:\n  ${problem}`);
  expect(readEnv({ ...REQUIRED, ...PRODUCTION }).APP_URL).toBe("https://app.example");
});

describe("a secret with which credits can be granted", () => {
  it.each(["CRON_SECRET", "PROVIDER_WEBHOOK_SECRET", "PROVIDER_WEBHOOK_SECRET_PREVIOUS"] as const)(
    "stops the start in production where %s is short, and is a warning elsewhere",
    (name) => {
      for (const value of ["a", "fifteen letters"]) {
        const message = problemOf({ ...PRODUCTION, [name]: value });
        expect(message).toBe(`The environment is not usable:\n  ${name}: must be at least 16 characters`);
        for (const NODE_ENV of [undefined, "development", "test"])
          expect(shortSecrets(readEnv({ ...REQUIRED, NODE_ENV, [name]: value }))).toEqual([name]);
      }
      const long = readEnv({ ...REQUIRED, ...PRODUCTION, [name]: "sixteen  letters" });
      expect(shortSecrets(long)).toEqual([]);
    },
  );

  it("may be unset in production, and is named together with all other invalid variables", () => {
    for (const nothing of [undefined, "", "  "])
      expect(shortSecrets(readEnv({ ...REQUIRED, ...PRODUCTION, CRON_SECRET: nothing }))).toEqual([]);
    const message = problemOf({ ...PRODUCTION, CRON_SECRET: "a", PORT: "port" });
    for (const name of ["PORT", "CRON_SECRET"]) expect(message).toContain(`  ${name}: `);
  });

  it("is named in a warning of the composition root, without its value", async () => {
    const lines: string[] = [];
    const env = readEnv({ ...REQUIRED, CRON_SECRET: "hunter2" });
    const deps = createDeps(env, { write: (line) => void lines.push(line) });
    await deps.close();
    expect(lines.filter((line) => line.includes("CRON_SECRET"))).toHaveLength(1);
    expect(lines.join()).not.toContain("hunter2");
  });
});

describe("a set variable", () => {
  it("is trimmed, and URLs lose trailing slashes", () => {
    const env = readEnv({ ...REQUIRED, PROVIDER_API_KEY: " key ", PROVIDER_API_BASE: "https://api.example/base//" });
    expect(env).toMatchObject({ PROVIDER_API_KEY: "key", PROVIDER_API_BASE: "https://api.example/base" });
  });

  it.each([
    [{ APP_URL: "https://genmint.example/app/" }, "https://genmint.example"],
    [{ APP_URL: "HTTPS://Genmint.example:443" }, "https://genmint.example"],
    [{ PORT: "8080" }, "http://localhost:8080"],
  ])("gives the public origin: %j", (values, origin) => {
    expect(readEnv({ ...REQUIRED, ...values }).APP_URL).toBe(origin);
  });

  it("is split into a list, or into origins for return addresses", () => {
    expect(
      readEnv({
        ...REQUIRED,
        OUTBOUND_ALLOW_HOSTS: " a.internal , ,b.internal:81",
        CHECKOUT_RETURN_ORIGINS: "https://A.example/, http://localhost:5173",
      }),
    ).toMatchObject({
      OUTBOUND_ALLOW_HOSTS: ["a.internal", "b.internal:81"],
      CHECKOUT_RETURN_ORIGINS: ["https://a.example", "http://localhost:5173"],
    });
  });

  it.each(["no-reply@app.example", "Genmint <no-reply@localhost>", '"Genmint, Inc." <no-reply@app.example>'])(
    "may send mails as %s",
    (MAIL_FROM) => expect(readEnv({ ...REQUIRED, MAIL_FROM })).toMatchObject({ MAIL_FROM }),
  );

  it("may be one that the service does not use", () => {
    expect(readEnv({ ...REQUIRED, HOME: "/root" })).toEqual(readEnv(REQUIRED));
  });
});

describe("the choices of the models", () => {
  it("are those of the specification when nothing is configured", () => {
    const env = readEnv(REQUIRED);
    expect(imageChoices(env)).toEqual({ sizes: ["adaptive", "1K", "2K", "4K"], defaultSize: "adaptive" });
    expect(videoChoices(env)).toEqual({
      maxDurationSeconds: 60,
      durations: null,
      resolutions: ["480p", "720p", "1080p"],
    });
  });

  it("are the configured ones without repetition, within the longest duration", () => {
    const env = readEnv({
      ...REQUIRED,
      AI_IMAGE_SIZES: "2K, 4K,2K",
      AI_IMAGE_DEFAULT_SIZE: "4K",
      AI_VIDEO_DURATIONS: "8-12,5",
      AI_VIDEO_RESOLUTIONS: "720p",
      VIDEO_MAX_DURATION_SECONDS: "10",
    });
    expect(imageChoices(env)).toEqual({ sizes: ["2K", "4K"], defaultSize: "4K" });
    expect(videoChoices(env)).toEqual({ maxDurationSeconds: 10, durations: [5, 8, 9, 10], resolutions: ["720p"] });
  });

  it("contain the default size, or the start stops with the variable's name", () => {
    const problem = "AI_IMAGE_DEFAULT_SIZE: must be one of AI_IMAGE_SIZES (1K, 2K)";
    expect(problemOf({ AI_IMAGE_SIZES: "1K,2K" })).toContain(problem);
    expect(problemOf({ AI_IMAGE_SIZES: "1K,2K", AI_IMAGE_DEFAULT_SIZE: "4K" })).toContain(problem);
  });
});

describe("productIds", () => {
  it("are the keys themselves, except for the configured ones", () => {
    expect(productIds(readEnv(REQUIRED))).toEqual(Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, key])));
    const configured = readEnv({
      ...REQUIRED,
      PROVIDER_PRODUCT_STARTER_MONTHLY: "prod_1",
      PROVIDER_PRODUCT_STARTER_YEARLY: "prod_2",
      PROVIDER_PRODUCT_PRO_MONTHLY: "prod_3",
      PROVIDER_PRODUCT_PRO_YEARLY: "",
      PROVIDER_PRODUCT_PACK_200: "prod_5",
    });
    expect(productIds(configured)).toEqual({
      starter_monthly: "prod_1",
      starter_yearly: "prod_2",
      pro_monthly: "prod_3",
      pro_yearly: "pro_yearly",
      pack_200: "prod_5",
    });
  });
});
