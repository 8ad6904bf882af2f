import { parseInput } from "@app/core/input/parse-input";
import { SignUpInput } from "@app/core/users/sign-up-input";
import { signUp } from "@app/services/account/sign-up";
import { addressHits } from "@app/services/limits/caller-limits";
import { takeHits } from "@app/services/limits/take-hits";
import type { RequestContext } from "./context.server";

/**
 * @param locale language of the page
 * @throws AppError `bad_request` for a field that is wrong, `conflict` for an address that is taken, `rate_limited`
 */
export async function createAccount({ deps, clientAddress }: RequestContext, fields: unknown, locale?: string) {
  const input = parseInput(SignUpInput, fields);
  await takeHits(deps.service, addressHits("signUpByAddress", clientAddress));
  return signUp(deps.service, { ...input, locale });
}
