import { optionalChoice } from "@app/core/input/choice";
import { listGenerations } from "@app/services/history/list-generations";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor } from "./inputs";

const HistoryInput = z.object({
  type: optionalChoice("type", ["image", "video"]),
  status: optionalChoice("status", ["pending", "processing", "completed", "failed"]),
  cursor,
});

export const historyRouter = router({
  list: userProcedure.input(HistoryInput).query(({ ctx, input }) => listGenerations(ctx.service, input)),
});
