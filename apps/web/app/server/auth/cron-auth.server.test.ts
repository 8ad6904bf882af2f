import { AppError } from "@app/core/errors";
import { describe, expect, it } from "vitest";
import { readEnv } from "../env/env.server";
import { requireCron } from "./cron-auth.server";

const SECRET = "a secret of more than thirty-two characters";
const UNAUTHORIZED = new AppError("unauthorized", "Unauthorized");
const NOT_CONFIGURED = new AppError("internal", "Cron auth not configured");

const envWith = (values: Record<string, string>) =>
  readEnv({ DATABASE_URL: "postgresql://localhost/genmint", AUTH_SECRET: "sixteen characters", ...values });
const BOTH = envWith({ CRON_SECRET: SECRET, CRON_JOBS_USERNAME: "cron", CRON_JOBS_PASSWORD: "p:a:ss" });
const base64 = (text: string) => Buffer.from(text).toString("base64");

function check(authorization: string | null, env = BOTH, schemes: ("bearer" | "basic")[] = ["bearer", "basic"]): void {
  const headers = authorization === null ? {} : { authorization };
  requireCron(new Request("http://localhost/api/cron/subscription-grants", { headers }), env, schemes);
}

describe("accepts", () => {
  it.each([
    `Bearer ${SECRET}`,
    `bEaReR ${SECRET}`,
    `Bearer   ${SECRET}  `,
    `Basic ${base64("cron:p:a:ss")}`,
    `basic ${base64("cron:p:a:ss")}`,
    `Basic ${base64("cron:p:a:ss").replaceAll("=", "")}`,
  ])("%s", (authorization) => {
    expect(() => check(authorization)).not.toThrow();
  });
});

describe("responds Unauthorized to", () => {
  it.each([
    null,
    "",
    "Bearer",
    "Basic",
    SECRET,
    `Bearer: ${SECRET}`,
    `Bearer ${SECRET}x`,
    `Bearer ${SECRET.slice(1)}`,
    `Bearer ${SECRET.toUpperCase()}`,
    `Bearer ${base64(SECRET)}`,
    "Bearer cron:p:a:ss",
    `Basic ${base64(SECRET)}`,
    "Basic cron:p:a:ss",
    `Basic ${base64("cron:p")}`,
    `Basic ${base64("cron:p:a")}`,
    `Basic ${base64("cron:p:a:ss ")}`,
    `Basic ${base64("Cron:p:a:ss")}`,
    `Basic ${base64("cron")}`,
    `Basic ${base64(":p:a:ss")}`,
    `Basic ${base64("cronp:a:ss")}`,
    `Digest ${base64("cron:p:a:ss")}`,
  ])("%s", (authorization) => {
    expect(() => check(authorization)).toThrow(UNAUTHORIZED);
  });
});

describe("accepts only the kinds of credentials of the path", () => {
  it("refuses a valid pair where only a Bearer token is accepted", () => {
    expect(() => check(`Bearer ${SECRET}`, BOTH, ["bearer"])).not.toThrow();
    expect(() => check(`Basic ${base64("cron:p:a:ss")}`, BOTH, ["bearer"])).toThrow(UNAUTHORIZED);
  });
});

describe("is not configured", () => {
  it.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["an empty secret", { CRON_SECRET: "" }],
    ["a user name alone", { CRON_JOBS_USERNAME: "cron" }],
    ["a password alone", { CRON_JOBS_PASSWORD: "password" }],
    ["a pair with an empty half", { CRON_JOBS_USERNAME: "cron", CRON_JOBS_PASSWORD: " " }],
  ])("with %s, whatever is sent", (_name, values) => {
    for (const authorization of [
      null,
      "Bearer ",
      "Bearer undefined",
      `Basic ${base64(":")}`,
      `Basic ${base64("cron:")}`,
    ])
      expect(() => check(authorization, envWith(values))).toThrow(NOT_CONFIGURED);
  });

  it("with a pair alone where only a Bearer token is accepted", () => {
    const env = envWith({ CRON_JOBS_USERNAME: "cron", CRON_JOBS_PASSWORD: "password" });
    expect(() => check(`Basic ${base64("cron:password")}`, env)).not.toThrow();
    expect(() => check(`Basic ${base64("cron:password")}`, env, ["bearer"])).toThrow(NOT_CONFIGURED);
  });
});
