import { z } from "zod";

/** One of a fixed list of words. */
export function requiredChoice<const T extends readonly [string, ...string[]]>(field: string, choices: T) {
  return z.enum(choices, {
    error: `${field} must be one of ${choices.join(", ")}`,
  });
}

/** One of a fixed list of words, or absent or null, which both give undefined. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(field: string, choices: T) {
  return requiredChoice(field, choices)
    .nullish()
    .transform((value) => value ?? undefined);
}
