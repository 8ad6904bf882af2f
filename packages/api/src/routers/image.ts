import { generateImageInput, type ImageChoices } from "@app/core/image/image-input";
import { generateImageOnce } from "@app/services/image/generate-image";
import { router, userProcedure } from "../trpc";

export const createImageRouter = (choices: ImageChoices) =>
  router({
    generate: userProcedure
      .input(generateImageInput(choices))
      .mutation(({ ctx, input }) => generateImageOnce(ctx.service, input)),
  });
