import { workIds } from "@app/core/collections/collection-input";
import { optionalDate } from "@app/core/input/date";
import { optionalBoolean, optionalChoice, optionalId, requiredBoolean, requiredId } from "@app/core/input/fields";
import {
  deleteGeneration,
  deleteGenerations,
  setFavorite,
  setFavorites,
} from "@app/services/history/change-generations";
import { findPicture, findSettings, getGeneration, listGenerations } from "@app/services/history/generations";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, filterText } from "./pagination";

const HistoryInput = z.object({
  type: optionalChoice("type", ["image", "video"]),
  status: optionalChoice("status", ["pending", "processing", "completed", "failed"]),
  search: filterText("search"),
  from: optionalDate("from"),
  until: optionalDate("until"),
  favorites: optionalBoolean("favorites"),
  collectionId: optionalId("collectionId"),
  cursor,
});

const GenerationInput = z.object({ id: requiredId("id") });
const GenerationsInput = z.object({ ids: workIds });
const isFavorite = requiredBoolean("isFavorite");

export const historyRouter = router({
  list: userProcedure.input(HistoryInput).query(({ ctx, input }) => listGenerations(ctx.service, input)),
  get: userProcedure.input(GenerationInput).query(({ ctx, input }) => getGeneration(ctx.service, input)),
  delete: userProcedure.input(GenerationInput).mutation(({ ctx, input }) => deleteGeneration(ctx.service, input)),
  deleteMany: userProcedure.input(GenerationsInput).mutation(({ ctx, input }) => deleteGenerations(ctx.service, input)),
  setFavorite: userProcedure
    .input(GenerationInput.extend({ isFavorite }))
    .mutation(({ ctx, input }) => setFavorite(ctx.service, input)),
  setFavorites: userProcedure
    .input(GenerationsInput.extend({ isFavorite }))
    .mutation(({ ctx, input }) => setFavorites(ctx.service, input)),
});

const EarlierInput = z.object({ generationId: requiredId("generationId") });

export const studioRouter = router({
  /** The settings of an earlier generation, to start it again. */
  earlier: userProcedure.input(EarlierInput).query(({ ctx, input }) => findSettings(ctx.service, input)),
  /** An image as the reference or first frame of another generation. */
  picture: userProcedure.input(EarlierInput).query(({ ctx, input }) => findPicture(ctx.service, input)),
});
