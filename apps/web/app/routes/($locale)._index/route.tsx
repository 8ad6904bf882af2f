import { findCatalogueItem } from "@app/core/billing/catalogue";
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LandingPage } from "~/features/landing/landing-page";
import { loadSite } from "~/features/landing/load-site.server";
import { siteMeta } from "~/features/landing/site-meta";
import { formatFor } from "~/i18n/format";
import { type Locale, localeOf, localePath } from "~/i18n/locale";
import { translatorOf } from "~/i18n/page-language";
import { requireLocale } from "~/server/auth/request-context.server";

export const meta: MetaFunction = (args) => {
  const { locale } = args.params;
  const t = translatorOf(locale);
  return siteMeta(args, {
    title: `Genmint · ${t("landing.hero.title")}`,
    description: t("landing.metaDescription", { price: priceOfPack(localeOf(locale)) }),
  });
};

function priceOfPack(locale: Locale): string {
  const pack = findCatalogueItem("pack_200");
  return pack ? formatFor(locale).money(pack.priceCents, pack.currency) : "";
}

/** A signed-in user starts on the dashboard. Any other address of one segment comes here too, as a language: it is a 404, also for them. */
export async function loader(args: LoaderFunctionArgs) {
  requireLocale(args.params["locale"]);
  const site = await loadSite(args);
  if (site.isSignedIn) throw redirect(localePath(args.params["locale"], "/dashboard"));
  return { refundsFailures: site.refundsFailures };
}

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />;
}
