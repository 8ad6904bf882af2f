import { uuidv7 } from "uuidv7";

/**
 * An id for a new row, in the order of time. Its letters are small as they come: asked for once more, the text is of one piece, where the
 * package's is glued together from 36, which stay in memory, a kilobyte, for as long as the id does.
 */
export function createId(): string {
  return uuidv7().toLowerCase();
}
