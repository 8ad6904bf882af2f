import { localeOfPath, pathInLocale } from "~/i18n/locale";

/** The page that asks for the code of the second factor, in the language of where one is going. */
export function codePagePath(callbackUrl: string): string {
  return pathInLocale(`/sign-in/code?${new URLSearchParams({ callbackUrl })}`, localeOfPath(callbackUrl));
}

/** Auth.js's answer to a sign-in that waits for a code: it names the page that asks for one, and that one where to go then. */
export async function redirectToCodePage(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  const location = headers.get("location");
  if (location === null) return new Response(answer.body, answer);
  const { origin, pathname, search, hash } = new URL(location);
  const url = `${origin}${codePagePath(`${pathname}${search}${hash}`)}`;
  headers.set("location", url);
  // A form that was sent by a script is told the address in the body as well.
  const isTold = headers.get("content-type")?.includes("json") ?? false;
  return new Response(isTold ? JSON.stringify({ url }) : answer.body, { status: answer.status, headers });
}
