import { optionalId, requiredBoolean, requiredId } from "@app/core/input/fields";
import { getShareLink, saveShareLink, stopSharing } from "@app/services/sharing/share-links";
import { z } from "zod";
import { router, userProcedure } from "../trpc";

const WorkInput = z.object({ id: requiredId("id") });
const SaveInput = WorkInput.extend({ showPrompt: requiredBoolean("showPrompt"), token: optionalId("token") });

export const sharingRouter = router({
  get: userProcedure.input(WorkInput).query(({ ctx, input }) => getShareLink(ctx.service, input)),
  save: userProcedure.input(SaveInput).mutation(({ ctx, input }) => saveShareLink(ctx.service, input)),
  stop: userProcedure.input(WorkInput).mutation(({ ctx, input }) => stopSharing(ctx.service, input)),
});
