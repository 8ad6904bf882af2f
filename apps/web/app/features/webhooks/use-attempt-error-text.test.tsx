import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl/react";
import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locale";
import messages from "~/i18n/messages/zh.json";
import { ATTEMPT_ERRORS, useAttemptErrorText } from "./use-attempt-error-text";

function AttemptError({ error }: { error: string }) {
  return useAttemptErrorText()(error);
}

it.each([
  ["The host name does not exist", "域名不存在"],
  ["The host name cannot be resolved", "无法解析域名"],
  ["The connection was refused", "连接被拒绝"],
  ["The connection was closed before a response", "连接在响应前已断开"],
  ["No response within 10 s", "10 秒内没有响应"],
  ["The request failed", "请求失败"],
  ["The request failed (CERT_HAS_EXPIRED)", "请求失败（CERT_HAS_EXPIRED）"],
  ["The address is not on the public internet", "无法从公网访问此地址，请使用公网 https 地址。"],
])("%s: %s", (error, text) => {
  const page = (
    <IntlProvider locale="zh" timeZone="UTC" messages={messages}>
      <AttemptError error={error} />
    </IntlProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(text);
});

it.each(LOCALES)("has texts in %s", (locale) => expect(ATTEMPT_ERRORS).toHaveProperty(locale));
