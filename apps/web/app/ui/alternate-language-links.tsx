import { useLocation } from "@remix-run/react";
import { DEFAULT_LOCALE, LOCALES, pathInLocale } from "~/i18n/locale";

/** `hreflang` links for search engines. */
export function AlternateLanguageLinks({ origin }: { origin: string }) {
  const { pathname } = useLocation();
  return (
    <>
      {LOCALES.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={`${origin}${pathInLocale(pathname, locale)}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`${origin}${pathInLocale(pathname, DEFAULT_LOCALE)}`} />
    </>
  );
}
