import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed, respond } from "~/server/http/rest.server";
import { openApiDocument } from "~/server/openapi/document.server";

/** GET /api/openapi.json: the description of the REST API. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const { json, etag } = openApiDocument(args.context.deps);
    const headers = { "content-type": "application/json", "cache-control": "public, max-age=300", etag };
    if (hasEtag(args.request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    return new Response(json, { headers });
  });

/** Whether an If-None-Match header names the tag. Proxies that compress a response make its tag a weak one, with `W/` before it. */
function hasEtag(header: string | null, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}

export const action = methodNotAllowed("GET");
