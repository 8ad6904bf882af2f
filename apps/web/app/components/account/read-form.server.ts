import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "~/server/body.server";

/** The fields of a small form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const fields = new URLSearchParams(new TextDecoder().decode(await readBody(request, ANONYMOUS_BODY_MAX_BYTES)));
  return (name) => fields.get(name) ?? "";
}
