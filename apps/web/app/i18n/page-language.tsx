import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { createTranslator } from "use-intl/core";
import { IntlProvider } from "use-intl/react";
import { TIME_ZONE } from "./format";
import { type Locale, localeOf, localePath, type Messages, messagesOf } from "./locale";

declare module "use-intl/core" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/** Provides the texts of the document's language. Changing the language loads a new document. */
export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  );
}

/** Translates outside components, for example a page's title. Components use `useTranslations`. */
export function translatorOf(localeSegment: string | undefined) {
  const locale = localeOf(localeSegment);
  return createTranslator({ locale, messages: messagesOf(locale) });
}

/** Returns a function that adds the page's language prefix to a path. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useParams();
  return (path) => localePath(locale, path);
}
