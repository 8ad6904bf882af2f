import { GenerateImageInput } from "@app/core/image/generate-image-input";
import { generateImageOnce } from "@app/services/idempotency/repeatable";
import { router, userProcedure } from "../trpc";

export const imageRouter = router({
  generate: userProcedure.input(GenerateImageInput).mutation(({ ctx, input }) => generateImageOnce(ctx.service, input)),
});
