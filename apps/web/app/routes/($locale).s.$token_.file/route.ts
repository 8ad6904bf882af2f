import { openSharedFile } from "@app/services/sharing/share-links";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendFile } from "~/server/http/file-response.server";
import { respond } from "~/server/http/rest.server";

/** GET /s/:token/file: the image or video of a shared work. Streamed by us, so that nothing outlives the link. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { context, params, request } = args;
  const response = await respond(args, async () => {
    const visit = { token: params["token"] ?? "", clientAddress: context.clientAddress };
    const range = request.headers.get("range") ?? undefined;
    return sendFile(args, await openSharedFile(context.deps.service, visit, range), "inline");
  });
  response.headers.set("X-Robots-Tag", "noindex");
  response.headers.set("Accept-Ranges", "bytes");
  return response;
}
