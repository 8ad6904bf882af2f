import { uuidv7 } from "uuidv7";

/** The id of a new row: a UUID of version 7, ordered by time. */
export function createId(): string {
  return uuidv7();
}
