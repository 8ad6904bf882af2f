import { createTranslator } from "use-intl/core";
import { localeOf, messagesOf } from "./locale";

/** Texts outside components, such as a page's title; within one, `useTranslations` of use-intl gives them. */
export function translatorOf(localeSegment: string | undefined) {
  const locale = localeOf(localeSegment);
  return createTranslator({ locale, messages: messagesOf(locale) });
}
