import { z } from "zod";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns an error text for the caller; undefined if the value is valid. */
type FindProblem = (value: string) => string | undefined;

/**
 * Why a text cannot be stored; undefined if it can. PostgreSQL accepts neither NUL nor lone surrogates, so they are
 * refused here instead of failing there.
 */
export function textProblem(field: string, value: string, maxCharacters: number): string | undefined {
  if (exceedsCharacters(value, maxCharacters)) return `${field} must be at most ${maxCharacters} characters`;
  if (value.includes("\0")) return `${field} must not contain NUL characters`;
  if (LONE_SURROGATE.test(value)) return `${field} must be valid Unicode text`;
  return undefined;
}

export function isBlank(value: string): boolean {
  return value.trim() === "";
}

/** A required string: absent, null and blank all report `requiredMessage`. */
export function requiredString(field: string, requiredMessage: string, findProblem: FindProblem) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? requiredMessage : `${field} must be a string`),
    })
    .superRefine((value, context) => {
      const problem = isBlank(value) ? requiredMessage : findProblem(value);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    });
}

/** An optional string: absent, null and blank all give undefined. */
export function optionalString(field: string, findProblem: FindProblem) {
  return z
    .string({ error: `${field} must be a string` })
    .superRefine((value, context) => {
      const problem = isBlank(value) ? undefined : findProblem(value);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .nullish()
    .transform((value) => (value === null || value === undefined || isBlank(value) ? undefined : value));
}

/** A required text of at most `max` characters, unchanged. */
export function requiredText(field: string, requiredMessage: string, max: number) {
  const problem = (value: string) => textProblem(field, value, max);
  return requiredString(field, requiredMessage, problem).meta({ minLength: 1, maxLength: max });
}

/** An optional text of at most `max` characters, unchanged. */
export function optionalText(field: string, max: number) {
  return optionalString(field, (value) => textProblem(field, value, max)).meta({ maxLength: max });
}

// Characters are code points: an emoji is one. They are counted only if the length in UTF-16 units does not decide it.
function exceedsCharacters(value: string, max: number): boolean {
  if (value.length <= max) return false;
  if (value.length > 2 * max) return true;
  return Array.from(value).length > max;
}

const ID_MAX_CHARACTERS = 200;

/** A required row id. */
export function requiredId(field: string) {
  return requiredText(field, `${field} is required`, ID_MAX_CHARACTERS);
}

/** Like `requiredId`, but optional. */
export function optionalId(field: string) {
  return optionalText(field, ID_MAX_CHARACTERS);
}

/** One of a fixed list of words. */
export function requiredChoice<const T extends readonly [string, ...string[]]>(field: string, choices: T) {
  return z.enum(choices, {
    error: `${field} must be one of ${choices.join(", ")}`,
  });
}

/** Like `requiredChoice`, but absent and null give undefined. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(field: string, choices: T) {
  return requiredChoice(field, choices)
    .nullish()
    .transform((value) => value ?? undefined);
}

export function requiredBoolean(field: string) {
  return z.boolean({ error: `${field} must be true or false` });
}

/** True or false; absent and null give undefined. */
export function optionalBoolean(field: string) {
  return requiredBoolean(field)
    .nullish()
    .transform((value) => value ?? undefined);
}
