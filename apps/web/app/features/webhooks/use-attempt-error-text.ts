import { useLocale } from "use-intl/react";
import type { Locale } from "~/i18n/locale";
import { useFailureText } from "~/ui/failure";

type Translation = readonly [error: RegExp, text: string];

/**
 * Why an attempt got no response, as `packages/clients/src/webhooks/webhook-sender.ts` writes it in English. Here and not among the messages,
 * which every page loads.
 */
export const ATTEMPT_ERRORS: Readonly<Record<Locale, readonly Translation[]>> = {
  en: [],
  zh: [
    [/^The host name does not exist$/, "域名不存在"],
    [/^The host name cannot be resolved$/, "无法解析域名"],
    [/^The connection was refused$/, "连接被拒绝"],
    [/^The connection was closed before a response$/, "连接在响应前已断开"],
    [/^No response within ([\d.]+) s$/, "$1 秒内没有响应"],
    [/^The request failed$/, "请求失败"],
    // A rarer cause, such as CERT_HAS_EXPIRED.
    [/^The request failed \((\w+)\)$/, "请求失败（$1）"],
  ],
};

/** Returns a function that translates why an attempt got no response. */
export function useAttemptErrorText(): (error: string) => string {
  const translations = ATTEMPT_ERRORS[useLocale()] ?? [];
  const failureText = useFailureText();
  return (error) => {
    const translation = translations.find(([pattern]) => pattern.test(error));
    // The refusals of an address have texts among the failures.
    return translation ? error.replace(...translation) : failureText({ kind: "refused", message: error });
  };
}
