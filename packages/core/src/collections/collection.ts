import { AppError } from "../errors";

export const COLLECTIONS_MAX = 100;
export const COLLECTION_WORKS_MAX = 2_000;
export const COLLECTION_NAME_MAX_CHARACTERS = 60;
/** Works that one request may change. */
export const WORKS_AT_ONCE_MAX = 100;

/** Two names are the same collection if their keys are equal: case does not count, in any script. */
export function collectionNameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Reasons to refuse a change of a collection, with their English texts. Pages translate the key. */
const TEXT_BY_REFUSAL = {
  nameTaken: "You already have a collection with this name",
  tooManyCollections: `You can have ${COLLECTIONS_MAX} collections. Delete one first`,
  collectionFull: `A collection can have ${COLLECTION_WORKS_MAX} works`,
} as const;

export type CollectionRefusal = keyof typeof TEXT_BY_REFUSAL;

export function collectionRefusal(refusal: CollectionRefusal): AppError {
  return new AppError("conflict", TEXT_BY_REFUSAL[refusal], { fields: { refusal } });
}

export function isCollectionRefusal(value: unknown): value is CollectionRefusal {
  return typeof value === "string" && Object.hasOwn(TEXT_BY_REFUSAL, value);
}
