import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AuditPage } from "~/features/admin/audit-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.audit.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const text = (name: string) => searchParams.get(name)?.trim() ?? "";
  const filter = { action: text("action"), actor: text("actor"), target: text("target") };
  const { target: targetId, ...others } = filter;
  const cursor = searchParams.get("cursor");
  return {
    log: await loadPageData(args.context, (api) => api.admin.auditLog({ ...others, targetId, cursor })),
    filter,
  };
}

export default function AdminAudit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}
