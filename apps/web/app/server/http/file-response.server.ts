import type { GenerationFile } from "@app/services/history/open-generation-file";
import type { LoaderFunctionArgs } from "@remix-run/node";

const PARTIAL_CONTENT = 206;

/** Sends the file of a work, or a part of it, which no cache may keep. */
export async function sendFile(
  { request, context }: LoaderFunctionArgs,
  file: GenerationFile,
  disposition: "attachment" | "inline",
): Promise<Response> {
  const headers = {
    "Content-Type": file.contentType,
    "Content-Disposition": `${disposition}; filename="${file.name}"`,
    "Cache-Control": "private, no-store",
    ...(file.contentRange === undefined ? {} : { "Content-Range": file.contentRange }),
    ...(file.contentBytes === null ? {} : { "Content-Length": String(file.contentBytes) }),
  };
  const status = file.contentRange === undefined ? 200 : PARTIAL_CONTENT;
  if (request.method !== "HEAD" && !context.hasClientLeft()) return new Response(file.body, { headers, status });
  // Nothing would read the file: a response to HEAD has no body, and Remix drops the response for a client that has left meanwhile.
  await file.body.cancel();
  return new Response(null, { headers, status });
}
