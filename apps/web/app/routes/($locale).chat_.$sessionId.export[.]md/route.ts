import { Readable } from "node:stream";
import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import { exportChat } from "@app/services/chat/export-chat";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { translatorOf } from "~/i18n/page-language";
import { requireUser } from "~/server/auth/request-context.server";
import { inTurns } from "~/server/http/in-turns.server";
import { respond } from "~/server/http/rest.server";

const ChatPath = z.object({ sessionId: requiredId("sessionId") });

/** GET /chat/:sessionId/export.md: the visible messages of a chat as Markdown. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    const { sessionId } = parseInput(ChatPath, args.params);
    const { locale } = args.params;
    const t = translatorOf(locale);
    const speakers = { user: t("chat.you"), assistant: t("chat.reply") };
    const text = await exportChat(user, { sessionId, speakers });
    const chunks = Readable.from(inTurns(user.actor.id, text), { objectMode: false });
    chunks.on("error", (error) => user.log.error({ err: error }, "chat export broke off"));
    return new Response(createReadableStreamFromReadable(chunks), {
      headers: {
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": `attachment; filename="chat-${encodeURIComponent(sessionId)}.md"`,
        "cache-control": "private, no-store",
      },
    });
  });
