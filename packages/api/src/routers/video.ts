import { generateVideoInput } from "@app/core/video/generate-video-input";
import { VideoStatusInput } from "@app/core/video/video-status-input";
import { getVideoStatus } from "@app/services/video/get-video-status";
import { submitVideo } from "@app/services/video/submit-video";
import { router, userProcedure } from "../trpc";

export const createVideoRouter = (maxDurationSeconds: number) =>
  router({
    generate: userProcedure
      .input(generateVideoInput(maxDurationSeconds))
      .mutation(({ ctx, input }) => submitVideo(ctx.service, input)),
    status: userProcedure.input(VideoStatusInput).query(({ ctx, input }) => getVideoStatus(ctx.service, input)),
  });
