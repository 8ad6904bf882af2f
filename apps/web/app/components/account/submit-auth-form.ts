/** What Auth.js made of a form: where to go on, and the code of what went wrong if something did. */
export type AuthOutcome = { ok: true; url: string } | { ok: false; url: string; code: string };

const TOO_MANY_REQUESTS = 429;

/**
 * Sends a form of Auth.js without leaving the page. Auth.js then names the address it would have redirected to.
 * @throws when the server cannot be reached
 */
export async function submitAuthForm(action: string, fields: Readonly<Record<string, string>>): Promise<AuthOutcome> {
  const response = await fetch(action, {
    method: "POST",
    headers: { "X-Auth-Return-Redirect": "1" },
    body: new URLSearchParams(fields),
  });
  if (response.status === TOO_MANY_REQUESTS) return { ok: false, url: "", code: "RateLimited" };
  const body: { url?: unknown } = await response.json().catch(() => ({}));
  if (typeof body.url !== "string") return { ok: false, url: "", code: "Configuration" };
  const code = new URL(body.url, window.location.href).searchParams.get("error");
  return code === null ? { ok: true, url: body.url } : { ok: false, url: body.url, code };
}
