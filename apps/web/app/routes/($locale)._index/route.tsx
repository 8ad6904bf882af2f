import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LandingPage } from "~/components/landing/landing-page";
import { loadSite } from "~/components/landing/load-site.server";
import { siteMeta } from "~/components/landing/site-meta";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = (args) => {
  const t = translatorOf(args.params["locale"]);
  return siteMeta(args, { title: `Genmint · ${t("landing.hero.title")}`, description: t("landing.metaDescription") });
};

export const loader = (args: LoaderFunctionArgs) => loadSite(args);

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />;
}
