import { mailHits, passwordHits } from "@app/services/limits/sign-in-hits";
import { giveHitsBack, takeHits } from "@app/services/limits/take-hits";
import type { RequestContext } from "./context.server";

const PASSWORD_PATH = "/api/auth/callback/credentials";
const MAIL_PATH = "/api/auth/signin/email";

/**
 * Counts what a request to Auth.js tries: a password, or a mail. A password that was right does not count, so that only those who guess
 * meet the limit.
 * @throws AppError `rate_limited`, whether or not the address has an account
 */
export async function withAuthLimits(
  { deps, clientAddress }: RequestContext,
  { pathname, form }: { pathname: string; form: URLSearchParams },
  answer: () => Promise<Response>,
): Promise<Response> {
  const email = form.get("email") ?? "";
  if (pathname === MAIL_PATH) await takeHits(deps.service, mailHits(clientAddress, email));
  if (pathname !== PASSWORD_PATH) return answer();
  const hits = passwordHits(clientAddress, email);
  await takeHits(deps.service, hits);
  const response = await answer();
  if (isSignedIn(response)) await giveHitsBack(deps.service, hits);
  return response;
}

const isSignedIn = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => /session-token=[^;]/.test(cookie));
