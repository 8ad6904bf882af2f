import { AppError } from "@app/core/errors";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondToAuthRequest } from "~/server/auth/handle-auth.server";
import { respond } from "~/server/http/rest.server";

/**
 * Handles a request by Auth.js. What it calls a configuration error (500) can only be an invalid return address in the query or a cookie,
 * because the configuration was checked at the start.
 * @throws AppError `bad_request`
 */
async function handle(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const response = await respondToAuthRequest(args);
  if (response.status === 500) throw new AppError("bad_request", "Bad request");
  return response;
}

/** GET and POST /api/auth/*: Auth.js's own paths. */
export const loader = (args: LoaderFunctionArgs) => respond(args, () => handle(args));

export const action = (args: ActionFunctionArgs) => respond(args, () => handle(args));
