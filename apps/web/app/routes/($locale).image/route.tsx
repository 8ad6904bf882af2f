import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadEarlier } from "~/features/generation/load-earlier.server";
import { imageFromHistory } from "~/features/image/image-from-history";
import { ImagePage } from "~/features/image/image-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

const LATEST_COUNT = 12;

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("image.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const {
    imageChoices: choices,
    refundFailedGenerations: refundsFailures,
    unconfigured,
  } = args.context.deps.service.config;
  return loadPageData(args.context, async (api) => {
    const [done, earlier] = await Promise.all([
      api.history.list({ type: "image", status: "completed" }),
      loadEarlier(api, searchParams),
    ]);
    const latest = done.items.map((item) => imageFromHistory(item, choices)).filter((image) => image !== null);
    const isConfigured = !unconfigured.has("image");
    return { choices, latest: latest.slice(0, LATEST_COUNT), ...earlier, refundsFailures, isConfigured };
  });
}

export default function Image() {
  return <ImagePage {...useLoaderData<typeof loader>()} />;
}
