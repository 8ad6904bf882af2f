/** How wide the navigation is: with names next to the icons, or a rail. */
export type NavWidth = "wide" | "rail";

export const DEFAULT_NAV_WIDTH: NavWidth = "wide";

const COOKIE = "nav";
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** The width in a Cookie header, so that the server renders the page as the user left it. */
export function navWidthOf(cookieHeader: string | null): NavWidth {
  const pairs = (cookieHeader ?? "").split(";").map((pair) => pair.trim());
  return pairs.includes(`${COOKIE}=rail`) ? "rail" : DEFAULT_NAV_WIDTH;
}

/** Stores the width in this browser. */
export function rememberNavWidth(width: NavWidth): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025.
  document.cookie = `${COOKIE}=${width}; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax`;
}
