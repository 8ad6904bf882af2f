import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AuditPage } from "~/components/admin/audit-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.audit.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const text = (name: string) => searchParams.get(name)?.trim() ?? "";
  const filter = { action: text("action"), actor: text("actor") };
  const cursor = searchParams.get("cursor");
  return { log: await loadPageData(args.context, (api) => api.admin.auditLog({ ...filter, cursor })), filter };
}

export default function AdminAudit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}
