import type { VideoChoices } from "@app/core/video/video-choices";
import { generateVideoInput, VideoStatusInput } from "@app/core/video/video-input";
import { findUsualWait } from "@app/services/video/find-usual-wait";
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
    /** How long videos usually take. */
    usualWait: userProcedure.query(({ ctx }) => findUsualWait(ctx.service)),
    status: userProcedure.input(VideoStatusInput).query(({ ctx, input }) => getVideoStatus(ctx.service, input, "page")),
  });
