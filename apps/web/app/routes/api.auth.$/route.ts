import { AppError } from "@app/core/errors";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondToAuthRequest } from "~/server/auth/handle-auth.server";
import { respond } from "~/server/http/rest.server";

/**
 * Handles a request by Auth.js at one of its own paths. It responds with a configuration error (500) to an invalid return address in the query
 * or a cookie. The configuration itself was checked at the start, so the request is wrong: 400.
 * @throws AppError `bad_request`
 */
async function handle(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const response = await respondToAuthRequest(args);
  if (response.status === 500) throw new AppError("bad_request", "Bad request");
  return response;
}

/** GET /api/auth/* */
export const loader = (args: LoaderFunctionArgs) => respond(args, () => handle(args));

/** POST /api/auth/* */
export const action = (args: ActionFunctionArgs) => respond(args, () => handle(args));
