import { LOCALES, type Locale } from "./locale";

const COOKIE = "genmint-language";
const COOKIE_MAX_AGE_S = 365 * 24 * 60 * 60;
/** Browsers list a few languages. Reading stops here. */
const LANGUAGES_MAX = 20;

/**
 * The language to suggest to the visitor of a page: the one the browser prefers, if it is not the page's and the visitor has not chosen
 * before. `zh-CN` and `zh-TW` both prefer `zh`.
 */
export function suggestedLocale(headers: Headers, current: Locale): Locale | null {
  if (chosenLocale(headers) !== null) return null;
  const preferred = preferredLocale(headers.get("accept-language") ?? "");
  return preferred === current ? null : preferred;
}

/** The language that the visitor has chosen in this browser last; null for none. */
export function chosenLocale(headers: Headers): Locale | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

/** The first of our languages in the order of an Accept-Language header. */
function preferredLocale(acceptLanguage: string): Locale | null {
  const wanted = acceptLanguage
    .split(",", LANGUAGES_MAX)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().toLowerCase().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))?.split("=")[1];
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wanted) {
    const locale = LOCALES.find((one) => one === language);
    if (locale !== undefined) return locale;
  }
  return null;
}

/** Remembers in the browser that the visitor has chosen, so that nothing is suggested again. */
export function rememberLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${COOKIE}=${locale}; path=/; max-age=${COOKIE_MAX_AGE_S}; samesite=lax`;
}
