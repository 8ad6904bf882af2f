import { chatMarkdown } from "@app/core/chat/chat-markdown";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";

/** GET /chat/:sessionId/export.md: the visible messages of a chat as Markdown. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requirePageUser(args);
  const { sessionId = "", locale } = args.params;
  const t = translatorOf(locale);
  const chat = await loadPageData(args.context, (api) => api.chat.session({ sessionId }));
  const text = chatMarkdown(chat, { user: t("chat.you"), assistant: t("chat.reply") });
  return new Response(text, {
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="chat-${chat.id}.md"`,
      "cache-control": "private, no-store",
    },
  });
}
