import { z } from "zod";

/** True or false, or absent or null, which both give undefined. */
export function optionalBoolean(field: string) {
  return z
    .boolean({ error: `${field} must be true or false` })
    .nullish()
    .transform((value) => value ?? undefined);
}
