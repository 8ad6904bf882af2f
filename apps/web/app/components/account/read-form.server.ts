import { readBody } from "~/server/body.server";

const FORM_MAX_BYTES = 64 * 1024;

/** The fields of a small form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const fields = new URLSearchParams(new TextDecoder().decode(await readBody(request, FORM_MAX_BYTES)));
  return (name) => fields.get(name) ?? "";
}
