import type { ActionFunctionArgs } from "@remix-run/node";
import { respondMcp } from "~/server/http/mcp.server";
import { methodNotAllowed } from "~/server/http/rest.server";

/** POST /mcp: the tools for agents, by the Model Context Protocol over streamable HTTP. */
export const action = (args: ActionFunctionArgs) => (args.request.method === "POST" ? respondMcp(args) : loader());

/** Nothing is sent outside of a response, so there is no stream to open by GET, and no session to end by DELETE. */
export const loader = methodNotAllowed("POST");
