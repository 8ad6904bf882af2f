import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { Env } from "../env/env.server";

/** Which credentials a cron path takes. */
type Scheme = "bearer" | "basic";

/**
 * Lets a scheduler in.
 * @throws AppError `internal` "Cron auth not configured" where no accepted credentials are set, else `unauthorized` unless one fits
 */
export function requireCron(request: Request, env: Env, schemes: readonly Scheme[]): void {
  const expected = [
    ...(schemes.includes("bearer") && env.CRON_SECRET ? [{ scheme: "bearer", secret: env.CRON_SECRET }] : []),
    ...(schemes.includes("basic") && env.CRON_JOBS_USERNAME && env.CRON_JOBS_PASSWORD
      ? [{ scheme: "basic", secret: `${env.CRON_JOBS_USERNAME}:${env.CRON_JOBS_PASSWORD}` }]
      : []),
  ];
  if (expected.length === 0) throw new AppError("internal", "Cron auth not configured");
  const given = readAuthorization(request);
  const fits =
    given && expected.some(({ scheme, secret }) => scheme === given.scheme && sameSecret(secret, given.secret));
  if (!fits) throw new AppError("unauthorized", "Unauthorized");
}

function readAuthorization(request: Request): { scheme: string; secret: string } | null {
  const [, scheme, value] = /^(\S+) +(\S.*)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!scheme || !value) return null;
  const isBasic = scheme.toLowerCase() === "basic";
  // Comparing "user:password" whole is comparing both parts, since the configured user name holds no colon.
  const secret = isBasic ? Buffer.from(value.trim(), "base64").toString("utf8") : value.trim();
  return { scheme: scheme.toLowerCase(), secret };
}

/** Compares digests, which have one length, in constant time. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
