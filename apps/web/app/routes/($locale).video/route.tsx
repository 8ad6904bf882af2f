import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page/page-title";
import { VideoPage } from "~/components/video/video-page";
import { taskOf } from "~/components/video/video-task";
import { requirePageUser } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Video");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { videoMaxDurationSeconds } = args.context.deps.service.config;
  return answerPage(args.context, async (api) => {
    const processing = await api.history.list({ type: "video", status: "processing" });
    const open = processing.items.map(taskOf).filter((task) => task !== null);
    return { durationMaxSeconds: videoMaxDurationSeconds, open };
  });
}

export default function Video() {
  return <VideoPage {...useLoaderData<typeof loader>()} />;
}
