import type { GenerationFile } from "@app/services/history/open-generation-file";

/** Sends the file of a work, which no cache may keep. */
export async function sendFile(
  { method }: Request,
  file: GenerationFile,
  disposition: "attachment" | "inline",
): Promise<Response> {
  const headers = {
    "Content-Type": file.contentType,
    "Content-Disposition": `${disposition}; filename="${file.name}"`,
    "Cache-Control": "private, no-store",
    ...(file.contentBytes === null ? {} : { "Content-Length": String(file.contentBytes) }),
  };
  if (method !== "HEAD") return new Response(file.body, { headers });
  // A response to HEAD has no body, so that nothing would read the file.
  await file.body.cancel();
  return new Response(null, { headers });
}
