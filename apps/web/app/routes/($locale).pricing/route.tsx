import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadSite } from "~/features/landing/load-site.server";
import { siteMeta } from "~/features/landing/site-meta";
import { PricingPage } from "~/features/pricing/pricing-page";
import { translatorOf } from "~/i18n/page-language";

export const meta: MetaFunction = (args) => {
  const t = translatorOf(args.params["locale"]);
  return siteMeta(args, { title: `${t("pricing.metaTitle")} · Genmint`, description: t("pricing.metaDescription") });
};

export const loader = (args: LoaderFunctionArgs) => loadSite(args);

export default function PricingRoute() {
  return <PricingPage {...useLoaderData<typeof loader>()} />;
}
