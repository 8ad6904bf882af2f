import { z } from "zod";
import { requiredId, requiredString, textProblem } from "../input/fields";
import { COLLECTION_NAME_MAX_CHARACTERS, WORKS_AT_ONCE_MAX } from "./collection";

const name = requiredString("name", "name is required", (value) =>
  textProblem("name", value.trim(), COLLECTION_NAME_MAX_CHARACTERS),
).transform((value) => value.trim());

const IDS_TEXT = `ids must be a list of 1 to ${WORKS_AT_ONCE_MAX} ids`;

/** The works that a request is about. An id that is named twice counts once. */
export const workIds = z
  .array(requiredId("id"), { error: IDS_TEXT })
  .min(1, { error: IDS_TEXT })
  .max(WORKS_AT_ONCE_MAX, { error: IDS_TEXT })
  .transform((ids): readonly string[] => [...new Set(ids)]);

const collectionId = requiredId("collectionId");

export const CreateCollectionInput = z.object({ name });
export const CollectionInput = z.object({ collectionId });
export const RenameCollectionInput = z.object({ collectionId, name });
export const CollectionWorksInput = z.object({ collectionId, ids: workIds });

export type CollectionWorks = z.output<typeof CollectionWorksInput>;
