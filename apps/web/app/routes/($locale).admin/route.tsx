import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { AdminNav } from "~/components/admin/admin-nav";
import { AdminErrorNotice } from "~/components/admin/error-notice";
import { requirePageAdmin } from "~/server/page-access.server";

/** Each page below asks for itself as well: a page may be loaded without this frame. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return null;
}

export default function AdminLayout() {
  return (
    <>
      <AdminNav />
      <Outlet />
    </>
  );
}

/** Keeps the navigation around a page that failed. */
export function ErrorBoundary() {
  return (
    <>
      <AdminNav />
      <AdminErrorNotice />
    </>
  );
}
