import { chatMarkdown } from "@app/core/chat/chat-markdown";
import { getChatSession } from "@app/services/chat/chat-sessions";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { translatorOf } from "~/i18n/page-language";
import { requireUser } from "~/server/auth/request-context.server";
import { respond } from "~/server/http/rest.server";

/** GET /chat/:sessionId/export.md: the visible messages of a chat as Markdown. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    const { sessionId = "", locale } = args.params;
    const t = translatorOf(locale);
    const chat = await getChatSession(user, { sessionId });
    const text = chatMarkdown(chat, { user: t("chat.you"), assistant: t("chat.reply") });
    return new Response(text, {
      headers: {
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": `attachment; filename="chat-${chat.id}.md"`,
        "cache-control": "private, no-store",
      },
    });
  });
