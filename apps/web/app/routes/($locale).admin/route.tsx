import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { AdminFrame } from "~/components/admin/admin-frame";
import { requirePageAdmin } from "~/server/page-access.server";

/** Each page below asks for itself as well: a page may be loaded without this frame. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return null;
}

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
