import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerAuth } from "~/server/auth-paths.server";
import { respond } from "~/server/rest.server";

/** GET and POST /api/auth/*: Auth.js's own paths. */
export const loader = (args: LoaderFunctionArgs) => respond(args, () => answerAuth(args));

export const action = (args: ActionFunctionArgs) => respond(args, () => answerAuth(args));
