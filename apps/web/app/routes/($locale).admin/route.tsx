import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Outlet, useParams, useRouteError } from "@remix-run/react";
import { AdminErrorNotice, AdminNav } from "~/features/admin/admin-layout";
import { hasAdminMessages, loadMessages, localeOf } from "~/i18n/locale";
import { LocaleProvider } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";

/** Each page below checks the role as well, because Remix can load a page's data without that of its parent. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return null;
}

/** Also loads the texts of these pages. A document that begins with one has them already. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const [data] = await Promise.all([
    serverLoader<typeof loader>(),
    loadMessages(localeOf(params["locale"]), { isAdmin: true }),
  ]);
  return data;
}

export default function AdminLayout() {
  return (
    <LocaleProvider locale={localeOf(useParams()["locale"])}>
      <AdminNav />
      <Outlet />
    </LocaleProvider>
  );
}

/** Shows the navigation around a page that failed. */
export function ErrorBoundary() {
  const locale = localeOf(useParams()["locale"]);
  const error = useRouteError();
  // The texts could not be loaded: the frame of all pages shows the error.
  if (!hasAdminMessages(locale)) throw error;
  return (
    <LocaleProvider locale={locale}>
      <AdminNav />
      <AdminErrorNotice />
    </LocaleProvider>
  );
}
