import { randomFillSync } from "node:crypto";
import { V7Generator } from "uuidv7";

/** An id takes one to three: the package's own eight are drawn anew for every third id, which is most of the time an id takes. */
const NUMBERS_DRAWN_AT_ONCE = 512;

const drawn = new Uint32Array(NUMBERS_DRAWN_AT_ONCE);
let used = NUMBERS_DRAWN_AT_ONCE;

const generator = new V7Generator({
  nextUint32: () => {
    if (used === NUMBERS_DRAWN_AT_ONCE) {
      randomFillSync(drawn);
      used = 0;
    }
    return drawn[used++] as number;
  },
});

/**
 * An id for a new row, in the order of time. Its letters are small as they come: asked for once more, the text is of one piece, where the
 * package's is glued together from 36, which stay in memory, a kilobyte, for as long as the id does.
 */
export function createId(): string {
  return generator.generate().toString().toLowerCase();
}
