import { AppError } from "@app/core/errors";

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key header as it may be stored; undefined when there is none.
 * @throws AppError `bad_request`
 */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (!KEY_PATTERN.test(header))
    throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters");
  return header;
}
