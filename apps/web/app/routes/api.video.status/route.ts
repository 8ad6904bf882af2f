import { parseInput } from "@app/core/input/parse-input";
import { VideoStatusInput } from "@app/core/video/video-status-input";
import { getVideoStatus } from "@app/services/video/get-video-status";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/server/context.server";
import { methodNotAllowed, respond } from "~/server/rest.server";

/** GET /api/video/status */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    async () => {
      const user = await requireUser(args.context);
      const query = Object.fromEntries(new URL(args.request.url).searchParams);
      return getVideoStatus(user, parseInput(VideoStatusInput, query));
    },
    "Failed to get video status",
  );

export const action = methodNotAllowed("GET");
