import { generateImageInput } from "@app/core/image/generate-image-input";
import type { ImageChoices } from "@app/core/image/image-sizes";
import { generateImageOnce } from "@app/services/idempotency/repeatable";
import { router, userProcedure } from "../trpc";

export const createImageRouter = (choices: ImageChoices) =>
  router({
    generate: userProcedure
      .input(generateImageInput(choices))
      .mutation(({ ctx, input }) => generateImageOnce(ctx.service, input)),
  });
