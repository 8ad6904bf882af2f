import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LandingPage } from "~/features/landing/landing-page";
import { loadSite } from "~/features/landing/load-site.server";
import { siteMeta } from "~/features/landing/site-meta";
import { translatorOf } from "~/i18n/page-language";

export const meta: MetaFunction = (args) => {
  const t = translatorOf(args.params["locale"]);
  return siteMeta(args, { title: `Genmint · ${t("landing.hero.title")}`, description: t("landing.metaDescription") });
};

export const loader = (args: LoaderFunctionArgs) => loadSite(args);

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />;
}
