import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChatPage } from "~/features/chat/chat-page";
import { readShownMessages } from "~/features/chat/earlier-messages";
import { markTextFirst } from "~/features/chat/text-first";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction<typeof loader> = ({ data, params }) =>
  pageTitle(data?.transcript?.title ?? translatorOf(params["locale"])("chat.name"));

/** One route for a new chat and an open one, so that the page is not mounted again when a new chat gets its address. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { sessionId } = args.params;
  const { searchParams } = new URL(args.request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const messages = readShownMessages(searchParams);
  const { now, config } = args.context.deps.service;
  return loadPageData(args.context, async (api) => {
    const [sessions, pinned, chat] = await Promise.all([
      api.chat.sessions({ cursor }),
      api.chat.pinned(),
      sessionId === undefined ? null : api.chat.session({ sessionId, messages }),
    ]);
    const transcript = chat && { ...chat, messages: markTextFirst(chat.messages) };
    const isConfigured = !config.unconfigured.has("chat");
    return { sessions, pinned, transcript, now: now(), isConfigured, models: config.textModels };
  });
}

export default function Chat() {
  return <ChatPage {...useLoaderData<typeof loader>()} />;
}
