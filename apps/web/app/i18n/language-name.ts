import type { Locale } from "./locale";

/** What a language calls itself. */
export function languageName(locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}
