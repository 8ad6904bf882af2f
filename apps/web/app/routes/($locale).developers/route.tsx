import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DevelopersPage } from "~/features/developers/developers-page";
import { referenceOf } from "~/features/developers/reference.server";
import { siteMeta } from "~/features/landing/site-meta";
import { translatorOf } from "~/i18n/page-language";
import { requireLocale } from "~/server/auth/request-context.server";
import { openApiDocument } from "~/server/openapi/document.server";
import { loadPageData } from "~/trpc/caller.server";

export const meta: MetaFunction = (args) => {
  const t = translatorOf(args.params["locale"]);
  return siteMeta(args, { title: `${t("developers.title")} · Genmint`, description: t("developers.description") });
};

export async function loader({ context, params }: LoaderFunctionArgs) {
  requireLocale(params["locale"]);
  const isSignedIn = (await context.session()).kind === "active";
  const { service } = context.deps;
  return {
    isSignedIn,
    origin: service.config.appUrl,
    model: service.config.textModels[0].name,
    apiKeys: isSignedIn ? await loadPageData(context, (api) => api.apiKeys.list()) : [],
    groups: referenceOf(openApiDocument(context.deps)),
  };
}

export default function Developers() {
  return <DevelopersPage {...useLoaderData<typeof loader>()} />;
}
