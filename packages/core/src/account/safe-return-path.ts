const PLACEHOLDER_ORIGIN = "http://same.invalid";

/**
 * Validates the path to redirect to after signing in, to prevent open redirects.
 * Checks the parsed URL because browsers treat "//host" and "/\host" as other sites, drop tabs and line breaks, and turn "/.//host" into "//host".
 * @returns the requested path with query and hash, or `fallback` if it leads to another site
 */
export function safeReturnPath<Fallback>(requested: string | null, fallback: Fallback): string | Fallback {
  if (!requested?.startsWith("/") || !URL.canParse(requested, PLACEHOLDER_ORIGIN)) return fallback;
  const url = new URL(requested, PLACEHOLDER_ORIGIN);
  const isSameSite = url.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith("//");
  return isSameSite ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
