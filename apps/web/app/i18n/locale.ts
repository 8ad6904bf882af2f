const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

const DEFAULT_LOCALE: Locale = "en";

/** The language an optional first path segment stands for; undefined for a segment that is no language. */
export function findLocale(segment: string | undefined): Locale | undefined {
  return segment === undefined ? DEFAULT_LOCALE : LOCALES.find((locale) => locale === segment);
}

export function localeOf(segment: string | undefined): Locale {
  return findLocale(segment) ?? DEFAULT_LOCALE;
}

/** A path below the language prefix the reader is under, if any. */
export function localePath(segment: string | undefined, path: string): string {
  if (segment === undefined) return path;
  return path === "/" ? `/${segment}` : `/${segment}${path}`;
}
