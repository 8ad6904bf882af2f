import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { siteMeta } from "~/features/landing/site-meta";
import { LegalPage } from "~/features/legal/legal-page";
import { loadLegalPage } from "~/features/legal/load-legal-page.server";

export const loader = (args: LoaderFunctionArgs) => loadLegalPage(args, "terms");

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) =>
  data
    ? siteMeta({ data, ...args }, { title: `${data.text.title} · Genmint`, description: data.text.description })
    : [];

export default function Terms() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
