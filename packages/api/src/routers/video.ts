import type { VideoChoices } from "@app/core/video/video-choices";
import { generateVideoInput, VideoStatusInput } from "@app/core/video/video-input";
import { listOpenVideos } from "@app/services/video/list-open-videos";
import { submitVideoOnce } from "@app/services/video/submit-video";
import { getVideoStatus } from "@app/services/video/video-status";
import { router, userProcedure } from "../trpc";

export const createVideoRouter = (choices: VideoChoices) =>
  router({
    generate: userProcedure
      .input(generateVideoInput(choices))
      .mutation(({ ctx, input }) => submitVideoOnce(ctx.service, input)),
    open: userProcedure.query(({ ctx }) => listOpenVideos(ctx.service)),
    status: userProcedure.input(VideoStatusInput).query(({ ctx, input }) => getVideoStatus(ctx.service, input, "page")),
  });
