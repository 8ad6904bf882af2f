import { requiredText } from "../input/text";

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 200;

/** A password somebody chooses. */
export function requiredNewPassword(field: string) {
  return requiredText(field, `${field} is required`, PASSWORD_MAX_CHARACTERS).refine(
    isPasswordLongEnough,
    `${field} must be at least ${PASSWORD_MIN_CHARACTERS} characters`,
  );
}

export function isPasswordLongEnough(password: string): boolean {
  return Array.from(password).length >= PASSWORD_MIN_CHARACTERS;
}
