import { parseInput } from "@app/core/input/parse-input";
import { SignUpInput } from "@app/core/users/sign-up-input";
import { signUp } from "@app/services/account/sign-up";
import { addressLimitUses } from "@app/services/limits/caller-limits";
import { consumeRateLimits } from "@app/services/limits/take-hits";
import type { RequestContext } from "./context.server";

/**
 * @param locale language of the page
 * @throws AppError `bad_request` for a field that is wrong, `conflict` for an address that is taken, `rate_limited`
 */
export async function signUpFromRequest({ deps, clientAddress }: RequestContext, fields: unknown, locale?: string) {
  const input = parseInput(SignUpInput, fields);
  await consumeRateLimits(deps.service, addressLimitUses("signUpByAddress", clientAddress));
  return signUp(deps.service, { ...input, locale });
}
