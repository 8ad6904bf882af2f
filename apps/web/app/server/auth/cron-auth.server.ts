import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { Env } from "../env/env.server";

/** The kinds of credentials a cron path may accept. */
type Scheme = "bearer" | "basic";

/**
 * Checks the credentials of a scheduler.
 * @throws AppError `internal` "Cron auth not configured" when none of the accepted kinds is configured; `unauthorized` when none matches
 */
export function requireCron(request: Request, env: Env, schemes: readonly Scheme[]): void {
  const expected = [
    ...(schemes.includes("bearer") && env.CRON_SECRET ? [{ scheme: "bearer", secret: env.CRON_SECRET }] : []),
    ...(schemes.includes("basic") && env.CRON_JOBS_USERNAME && env.CRON_JOBS_PASSWORD
      ? [{ scheme: "basic", secret: `${env.CRON_JOBS_USERNAME}:${env.CRON_JOBS_PASSWORD}` }]
      : []),
  ];
  if (expected.length === 0) throw new AppError("internal", "Cron auth not configured");
  const sent = readAuthorization(request);
  const isAccepted =
    sent && expected.some(({ scheme, secret }) => scheme === sent.scheme && isSameSecret(secret, sent.secret));
  if (!isAccepted) throw new AppError("unauthorized", "Unauthorized");
}

function readAuthorization(request: Request): { scheme: string; secret: string } | null {
  const [, scheme, value] = /^(\S+) +(\S.*)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!scheme || !value) return null;
  const isBasic = scheme.toLowerCase() === "basic";
  // Kept as "user:password" and compared whole. The configured user name holds no colon, so that both parts must match.
  const secret = isBasic ? Buffer.from(value.trim(), "base64").toString("utf8") : value.trim();
  return { scheme: scheme.toLowerCase(), secret };
}

/** Compares in constant time. The digests have equal lengths whatever the secrets are. */
function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
