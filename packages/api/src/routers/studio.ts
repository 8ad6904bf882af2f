import { requiredId } from "@app/core/input/id";
import { findSettings } from "@app/services/studio/find-settings";
import { z } from "zod";
import { router, userProcedure } from "../trpc";

const EarlierInput = z.object({ generationId: requiredId("generationId") });

export const studioRouter = router({
  /** What an earlier generation was made from, to be asked for again. */
  earlier: userProcedure.input(EarlierInput).query(({ ctx, input }) => findSettings(ctx.service, input)),
});
