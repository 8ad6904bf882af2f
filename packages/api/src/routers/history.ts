import { optionalChoice } from "@app/core/input/choice";
import { optionalDate } from "@app/core/input/date";
import { requiredId } from "@app/core/input/id";
import { deleteGeneration } from "@app/services/history/delete-generation";
import { getGeneration } from "@app/services/history/get-generation";
import { listGenerations } from "@app/services/history/list-generations";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, filterText } from "./inputs";

const HistoryInput = z.object({
  type: optionalChoice("type", ["image", "video"]),
  status: optionalChoice("status", ["pending", "processing", "completed", "failed"]),
  search: filterText("search"),
  from: optionalDate("from"),
  until: optionalDate("until"),
  cursor,
});

const GenerationInput = z.object({ id: requiredId("id") });

export const historyRouter = router({
  list: userProcedure.input(HistoryInput).query(({ ctx, input }) => listGenerations(ctx.service, input)),
  get: userProcedure.input(GenerationInput).query(({ ctx, input }) => getGeneration(ctx.service, input)),
  delete: userProcedure.input(GenerationInput).mutation(({ ctx, input }) => deleteGeneration(ctx.service, input)),
});
