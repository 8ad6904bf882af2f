import { parseInput } from "@app/core/input/parse-input";
import { SignUpInput } from "@app/core/users/sign-up-input";
import { signUp } from "@app/services/account/sign-up";
import { readJson } from "~/server/body.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/auth/sign-up */
export const action = postOnly(async ({ context, request }) => {
  const user = await signUp(context.deps.service, parseInput(SignUpInput, await readJson(request)));
  return Response.json(user, { status: 201 });
});

export const loader = methodNotAllowed("POST");
