import { ANONYMOUS_BODY_MAX_BYTES, readJson } from "~/server/body.server";
import { createAccount } from "~/server/create-account.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/auth/sign-up */
export const action = postOnly(async ({ context, request }) => {
  const user = await createAccount(context, await readJson(request, ANONYMOUS_BODY_MAX_BYTES));
  return Response.json(user, { status: 201 });
});

export const loader = methodNotAllowed("POST");
