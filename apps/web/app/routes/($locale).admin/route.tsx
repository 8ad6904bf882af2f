import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { AdminErrorNotice, AdminNav } from "~/features/admin/admin-layout";
import { requirePageAdmin } from "~/server/auth/request-context.server";

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
