import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import { followAnswer } from "@app/services/chat/follow-answer";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireCaller } from "~/server/auth/request-context.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";
import { eventStream } from "~/server/http/sse.server";

const ChatPath = z.object({ sessionId: requiredId("sessionId") });

/** GET /api/chat/:sessionId/stream: the answer that is being written in a chat. 204 when there is none. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    // A stream without a reader would keep the place of one until the answer ends.
    if (args.request.method === "HEAD") return refuseMethod();
    const user = await requireCaller(args.context, "chat");
    const reading = await followAnswer(user, parseInput(ChatPath, args.params));
    return reading ? eventStream(reading.run) : new Response(null, { status: 204 });
  });

const refuseMethod = methodNotAllowed("GET");

export const action = refuseMethod;
