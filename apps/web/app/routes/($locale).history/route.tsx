import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readHistoryFilter } from "~/components/history/history-filter";
import { type HistoryData, HistoryPage } from "~/components/history/history-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageUser } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("History");

export async function loader(args: LoaderFunctionArgs): Promise<HistoryData> {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const cursor = searchParams.get("cursor");
  return answerPage(args.context, async (api) => {
    if (searchParams.get("show") === "chats") return { show: "chats", page: await api.chat.sessions({ cursor }) };
    const filter = readHistoryFilter(searchParams);
    return { show: "generations", filter, page: await api.history.list({ ...filter, cursor }) };
  });
}

export default function History() {
  return <HistoryPage data={useLoaderData<typeof loader>()} />;
}
