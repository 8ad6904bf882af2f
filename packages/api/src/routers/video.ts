import { generateVideoInput } from "@app/core/video/generate-video-input";
import type { VideoChoices } from "@app/core/video/video-choices";
import { VideoStatusInput } from "@app/core/video/video-status-input";
import { submitVideoOnce } from "@app/services/idempotency/repeatable";
import { getVideoStatus } from "@app/services/video/get-video-status";
import { listOpenVideos } from "@app/services/video/list-open-videos";
import { router, userProcedure } from "../trpc";

export const createVideoRouter = (choices: VideoChoices) =>
  router({
    generate: userProcedure
      .input(generateVideoInput(choices))
      .mutation(({ ctx, input }) => submitVideoOnce(ctx.service, input)),
    open: userProcedure.query(({ ctx }) => listOpenVideos(ctx.service)),
    status: userProcedure.input(VideoStatusInput).query(({ ctx, input }) => getVideoStatus(ctx.service, input, "page")),
  });
