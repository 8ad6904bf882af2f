import {
  CollectionInput,
  CollectionWorksInput,
  CreateCollectionInput,
  RenameCollectionInput,
} from "@app/core/collections/collection-input";
import { optionalId } from "@app/core/input/fields";
import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  removeFromCollection,
  renameCollection,
} from "@app/services/collections/collections";
import { z } from "zod";
import { router, userProcedure } from "../trpc";

const ListInput = z.object({ generationId: optionalId("generationId") });

export const collectionsRouter = router({
  list: userProcedure.input(ListInput).query(({ ctx, input }) => listCollections(ctx.service, input)),
  create: userProcedure.input(CreateCollectionInput).mutation(({ ctx, input }) => createCollection(ctx.service, input)),
  rename: userProcedure.input(RenameCollectionInput).mutation(({ ctx, input }) => renameCollection(ctx.service, input)),
  delete: userProcedure.input(CollectionInput).mutation(({ ctx, input }) => deleteCollection(ctx.service, input)),
  addWorks: userProcedure.input(CollectionWorksInput).mutation(({ ctx, input }) => addToCollection(ctx.service, input)),
  removeWorks: userProcedure
    .input(CollectionWorksInput)
    .mutation(({ ctx, input }) => removeFromCollection(ctx.service, input)),
});
