import { ANONYMOUS_BODY_MAX_BYTES, readJson } from "~/server/body.server";
import { signUpFromRequest } from "~/server/create-account.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/auth/sign-up */
export const action = postOnly(async ({ context, request }) => {
  const user = await signUpFromRequest(context, await readJson(request, ANONYMOUS_BODY_MAX_BYTES));
  return Response.json(user, { status: 201 });
});

export const loader = methodNotAllowed("POST");
