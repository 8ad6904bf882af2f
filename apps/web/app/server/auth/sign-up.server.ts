import { SignUpInput } from "@app/core/account/account-input";
import { parseInput } from "@app/core/input/parse";
import { signUp } from "@app/services/account/sign-in";
import { addressLimitUses } from "@app/services/account/sign-in-limits";
import { consumeRateLimits } from "@app/services/platform/rate-limits";
import type { RequestContext } from "./request-context.server";

/**
 * Creates an account, within the limit of the client's address.
 * @param locale the page's language, for the mails
 * @throws AppError `bad_request` for an invalid field, `conflict` for an address that is taken, `rate_limited`
 */
export async function signUpFromRequest({ deps, clientAddress }: RequestContext, fields: unknown, locale?: string) {
  const input = parseInput(SignUpInput, fields);
  await consumeRateLimits(deps.service, addressLimitUses("signUpByAddress", clientAddress));
  return signUp(deps.service, { ...input, locale });
}
