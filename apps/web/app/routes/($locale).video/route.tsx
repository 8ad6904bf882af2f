import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadEarlier } from "~/features/generation/load-earlier.server";
import { videoFromHistory } from "~/features/video/video-from-history";
import { VideoPage } from "~/features/video/video-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

/** Few, because the browser loads the metadata of each video. */
const LATEST_COUNT = 4;

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("video.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const { videoChoices, refundFailedGenerations, unconfigured } = args.context.deps.service.config;
  return loadPageData(args.context, async (api) => {
    const [videos, earlier, usualWait] = await Promise.all([
      api.history.list({ type: "video" }),
      loadEarlier(api, searchParams),
      api.video.usualWait(),
    ]);
    const ended = videos.items.map(videoFromHistory).filter((video) => video !== null);
    return {
      choices: videoChoices,
      latest: ended.slice(0, LATEST_COUNT),
      ...earlier,
      usualWait,
      refundsFailures: refundFailedGenerations,
      isConfigured: !unconfigured.has("video"),
    };
  });
}

export default function Video() {
  return <VideoPage {...useLoaderData<typeof loader>()} />;
}
