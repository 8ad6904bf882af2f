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

/** Gives components the texts of the document's language, which stays the same as long as the document. */
export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  );
}

/** Texts outside components, such as a page's title; within one, `useTranslations` of use-intl gives them. */
export function translatorOf(localeSegment: string | undefined) {
  const locale = localeOf(localeSegment);
  return createTranslator({ locale, messages: messagesOf(locale) });
}

/** Makes links that stay under the reader's language prefix. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useParams();
  return (path) => localePath(locale, path);
}
