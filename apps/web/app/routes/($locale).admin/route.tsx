import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { AdminErrorNotice, AdminNav } from "~/features/admin/admin-layout";
import { requirePageAdmin } from "~/server/auth/request-context.server";

/** Each page below checks the role as well, because Remix can load a page's data without that of its parent. */
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

/** Shows the navigation around a page that failed. */
export function ErrorBoundary() {
  return (
    <>
      <AdminNav />
      <AdminErrorNotice />
    </>
  );
}
