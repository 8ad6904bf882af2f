import type { GenerationFile } from "@app/services/history/open-generation-file";

const PARTIAL_CONTENT = 206;

/** Sends the file of a work, or a part of it, which no cache may keep. */
export async function sendFile(
  { method }: Request,
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
  if (method !== "HEAD") return new Response(file.body, { headers, status });
  // A response to HEAD has no body, so that nothing would read the file.
  await file.body.cancel();
  return new Response(null, { headers, status });
}
