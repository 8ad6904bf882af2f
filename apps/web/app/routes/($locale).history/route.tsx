import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { historyFilterOf, isSameList, readHistoryFields } from "~/features/history/history-filter";
import { type HistoryData, HistoryPage } from "~/features/history/history-page";
import { loadOpenedGeneration } from "~/features/history/load-opened-generation.server";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { loadListed } from "~/ui/listed-items";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("history.title"));

export async function loader(args: LoaderFunctionArgs): Promise<HistoryData> {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  return loadPageData(args.context, async (api) => {
    if (searchParams.get("show") === "chats") {
      const [page, pinned] = await Promise.all([
        loadListed(searchParams, (cursor) => api.chat.sessions({ cursor })),
        // On the first page.
        searchParams.get("cursor") ? [] : api.chat.pinned(),
      ]);
      return { show: "chats", page, pinned };
    }
    const fields = readHistoryFields(searchParams);
    const [page, collections, opened] = await Promise.all([
      loadListed(searchParams, (cursor) => api.history.list({ ...historyFilterOf(fields), cursor })),
      api.collections.list({}),
      loadOpenedGeneration(api, searchParams.get("id")),
    ]);
    return { show: "generations", fields, page, collections, opened };
  });
}

/** Does not reload the list when an item is opened or the layout changes, so that all pages loaded so far stay. */
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
