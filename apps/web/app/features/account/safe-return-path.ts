const PLACEHOLDER_ORIGIN = "http://same.invalid";

/**
 * Where to go after signing in: a path of this site, or `fallback` for anything that leads elsewhere. Browsers read "//host" and
 * "/\host" as other sites and drop tabs and line breaks, so the parsed address decides, not its first character alone. Once parsed, "/.//host"
 * has become "//host".
 */
export function safeReturnPath(asked: string | null, fallback: string): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, PLACEHOLDER_ORIGIN)) return fallback;
  const url = new URL(asked, PLACEHOLDER_ORIGIN);
  const isHere = url.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith("//");
  return isHere ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
