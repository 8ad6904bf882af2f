import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SystemPage } from "~/features/admin/system-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.system.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return { status: await loadPageData(args.context, (api) => api.admin.system.status()) };
}

export default function AdminSystem() {
  return <SystemPage status={useLoaderData<typeof loader>().status} />;
}
