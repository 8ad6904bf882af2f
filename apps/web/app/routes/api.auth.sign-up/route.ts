import { signUpFromRequest } from "~/server/auth/sign-up.server";
import { ANONYMOUS_BODY_MAX_BYTES, readJson } from "~/server/http/body.server";
import { methodNotAllowed, postOnly } from "~/server/http/rest.server";

/** POST /api/auth/sign-up */
export const action = postOnly(async ({ context, request }) => {
  const user = await signUpFromRequest(context, await readJson(request, ANONYMOUS_BODY_MAX_BYTES));
  return Response.json(user, { status: 201 });
});

export const loader = methodNotAllowed("POST");
