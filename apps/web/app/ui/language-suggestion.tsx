import { Anchor, CloseButton, Group } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { type Locale, pathInLocale } from "~/i18n/locale";
import { rememberLocale } from "~/i18n/suggested-locale";
import classes from "./language-suggestion.module.css";

/** In the language that is suggested, because its reader may not read the page's. A language that is missing here is never suggested. */
export const SUGGESTION_TEXTS: Readonly<Record<Locale, { offer: string; dismiss: string }>> = {
  en: { offer: "View this page in English", dismiss: "Dismiss" },
  zh: { offer: "查看本页的中文版", dismiss: "关闭" },
};

/** A line above the page for a visitor whose browser prefers another language. Suggests and never redirects: the address was the visitor's choice. */
export function LanguageSuggestion({ locale, current }: { locale: Locale; current: Locale }) {
  const { pathname, search, hash } = useLocation();
  const [isDismissed, setIsDismissed] = useState(false);
  const texts = SUGGESTION_TEXTS[locale];
  if (isDismissed || !texts) return null;
  return (
    <aside className={classes["suggestion"]} lang={locale} aria-label={texts.offer}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Anchor
          href={`${pathInLocale(pathname, locale)}${search}${hash}`}
          hrefLang={locale}
          size="sm"
          onClick={() => rememberLocale(locale)}
        >
          {texts.offer}
        </Anchor>
        <CloseButton
          aria-label={texts.dismiss}
          onClick={() => {
            rememberLocale(current);
            setIsDismissed(true);
          }}
        />
      </Group>
    </aside>
  );
}
