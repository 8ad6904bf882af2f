import { Button } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useLocale } from "use-intl/react";
import { languageName } from "~/i18n/language-name";
import { LOCALES, pathInLocale } from "~/i18n/locale";

/** The same page in the other languages, as links that need no scripts and no menu. */
export function OtherLanguageLinks() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <Button
      key={locale}
      component="a"
      href={`${pathInLocale(pathname, locale)}${search}`}
      lang={locale}
      hrefLang={locale}
      variant="subtle"
      color="gray"
      size="compact-md"
    >
      {languageName(locale)}
    </Button>
  ));
}
