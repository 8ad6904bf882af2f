import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DEFAULT_LOCALE, localeOfPath, pathInLocale } from "~/i18n/locale";
import { readCallbackPath } from "~/server/callback-cookie.server";

/** Auth.js knows our pages in the default language only: leads whoever it sent on to the page in their own. */
export function redirectToLocale({ context, params, request }: LoaderFunctionArgs): void {
  const { pathname, search } = new URL(request.url);
  if (params["locale"] !== undefined) return;
  const locale = localeOfPath(readCallbackPath(request, context.deps.env) ?? "/");
  if (locale !== DEFAULT_LOCALE) throw redirect(`${pathInLocale(pathname, locale)}${search}`);
}
