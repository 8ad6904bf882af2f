import { parseInput } from "@app/core/input/parse-input";
import { SignUpInput } from "@app/core/users/sign-up-input";
import { signUp } from "@app/services/account/sign-up";
import type { RequestContext } from "./context.server";

/**
 * @param locale language of the page
 * @throws AppError `bad_request` for a field that is wrong, `conflict` for an address that is taken
 */
export function createAccount({ deps }: RequestContext, fields: Record<string, string>, locale: string) {
  return signUp(deps.service, { ...parseInput(SignUpInput, fields), locale });
}
