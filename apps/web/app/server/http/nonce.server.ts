import { randomBytes } from "node:crypto";

/** As many as the policy's specification asks for. */
const NONCE_BYTES = 16;
/** Each draw is a system call, which took a thirtieth of a paid request's time. */
const NONCES_PER_DRAW = 256;

let drawn = Buffer.alloc(0);
let used = 0;

/** What no one can guess, and no answer has had before. */
export function createNonce(): string {
  if (used === drawn.length) {
    drawn = randomBytes(NONCE_BYTES * NONCES_PER_DRAW);
    used = 0;
  }
  used += NONCE_BYTES;
  return drawn.toString("base64", used - NONCE_BYTES, used);
}
