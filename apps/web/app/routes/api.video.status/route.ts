import { parseInput } from "@app/core/input/parse";
import { VideoStatusInput } from "@app/core/video/video-input";
import { getVideoStatus } from "@app/services/video/video-status";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCaller } from "~/server/auth/request-context.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";

/** GET /api/video/status */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    async () => {
      const user = await requireCaller(args.context, "video");
      const query = Object.fromEntries(new URL(args.request.url).searchParams);
      return getVideoStatus(user, parseInput(VideoStatusInput, query));
    },
    "Failed to get video status",
  );

export const action = methodNotAllowed("GET");
