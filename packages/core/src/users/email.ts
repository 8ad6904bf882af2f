import { z } from "zod";
import { requiredText } from "../input/text";

export const EMAIL_MAX_CHARACTERS = 254;

export function isEmail(text: string): boolean {
  return z.regexes.email.test(text);
}

/** An e-mail address, in lower case, because addresses are compared without it. */
export function requiredEmail(field: string) {
  return requiredText(field, `${field} is required`, EMAIL_MAX_CHARACTERS)
    .transform((email) => email.trim().toLowerCase())
    .refine(isEmail, `${field} must be a valid e-mail address`);
}
