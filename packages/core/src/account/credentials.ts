import { z } from "zod";
import { requiredText } from "../input/fields";

export const EMAIL_MAX_CHARACTERS = 254;

export function isEmail(text: string): boolean {
  return z.regexes.email.test(text);
}

/** An e-mail address, trimmed and in lower case: addresses are compared case-insensitively. */
export function requiredEmail(field: string) {
  return requiredText(field, `${field} is required`, EMAIL_MAX_CHARACTERS)
    .transform((email) => email.trim().toLowerCase())
    .refine(isEmail, `${field} must be a valid e-mail address`);
}

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 200;

/** A new password: long enough, and not trimmed. */
export function requiredNewPassword(field: string) {
  return requiredText(field, `${field} is required`, PASSWORD_MAX_CHARACTERS)
    .refine(isPasswordLongEnough, `${field} must be at least ${PASSWORD_MIN_CHARACTERS} characters`)
    .meta({ minLength: PASSWORD_MIN_CHARACTERS });
}

/** Counts code points, so that an emoji is one character. */
export function isPasswordLongEnough(password: string): boolean {
  return Array.from(password).length >= PASSWORD_MIN_CHARACTERS;
}
