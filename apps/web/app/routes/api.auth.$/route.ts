import { AppError } from "@app/core/errors";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondToAuthRequest } from "~/server/auth/handle-auth.server";
import { respond } from "~/server/http/rest.server";

/**
 * What Auth.js calls an error of the server's configuration can only be an address to go back to that is none, in the query or in a
 * cookie: the configuration is checked when the server starts.
 * @throws AppError `bad_request`
 */
async function answer(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const response = await respondToAuthRequest(args);
  if (response.status === 500) throw new AppError("bad_request", "Bad request");
  return response;
}

/** GET and POST /api/auth/*: Auth.js's own paths. */
export const loader = (args: LoaderFunctionArgs) => respond(args, () => answer(args));

export const action = (args: ActionFunctionArgs) => respond(args, () => answer(args));
