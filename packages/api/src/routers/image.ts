import { GenerateImageInput } from "@app/core/image/generate-image-input";
import { generateImage } from "@app/services/image/generate-image";
import { router, userProcedure } from "../trpc";

export const imageRouter = router({
  generate: userProcedure.input(GenerateImageInput).mutation(({ ctx, input }) => generateImage(ctx.service, input)),
});
