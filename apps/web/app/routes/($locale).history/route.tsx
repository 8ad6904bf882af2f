import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { isSameList } from "~/components/history/history-address";
import { historyFilterOf, readHistoryFields } from "~/components/history/history-filter";
import { type HistoryData, HistoryPage } from "~/components/history/history-page";
import { loadOpenedGeneration } from "~/components/history/load-opened.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageUser } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("history.title"));

export async function loader(args: LoaderFunctionArgs): Promise<HistoryData> {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const cursor = searchParams.get("cursor");
  return loadPageData(args.context, async (api) => {
    if (searchParams.get("show") === "chats") return { show: "chats", page: await api.chat.sessions({ cursor }) };
    const fields = readHistoryFields(searchParams);
    const [page, opened] = await Promise.all([
      api.history.list({ ...historyFilterOf(fields), cursor }),
      loadOpenedGeneration(api, searchParams.get("id")),
    ]);
    return { show: "generations", fields, page, opened };
  });
}

/** Opening one of the list or laying it out anew leaves the list as it is, with all that was loaded of it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isMove = formMethod === undefined && currentUrl.href !== nextUrl.href;
  const isWithin = currentUrl.pathname === nextUrl.pathname && isSameList(currentUrl.search, nextUrl.search);
  return isMove && isWithin ? false : defaultShouldRevalidate;
};

export default function History() {
  return <HistoryPage data={useLoaderData<typeof loader>()} />;
}
