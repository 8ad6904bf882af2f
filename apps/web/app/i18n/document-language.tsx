import type { ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import { TIME_ZONE } from "./format";
import { type Locale, type Messages, messagesOf } from "./locale";

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
