import { z } from "zod";
import { optionalText, requiredText } from "../input/text";

const NAME_MAX_CHARACTERS = 100;
const EMAIL_MAX_CHARACTERS = 254;
const PASSWORD_MIN_CHARACTERS = 8;
const PASSWORD_MAX_CHARACTERS = 200;

export const SignUpInput = z.object({
  name: optionalText("name", NAME_MAX_CHARACTERS).transform((name) => name?.trim()),
  /** Lower case, because addresses are compared without it. */
  email: requiredText("email", "email is required", EMAIL_MAX_CHARACTERS)
    .transform((email) => email.trim().toLowerCase())
    .refine((email) => z.regexes.email.test(email), "email must be a valid e-mail address"),
  password: requiredText("password", "password is required", PASSWORD_MAX_CHARACTERS).refine(
    (password) => Array.from(password).length >= PASSWORD_MIN_CHARACTERS,
    `password must be at least ${PASSWORD_MIN_CHARACTERS} characters`,
  ),
});
export type SignUpInput = z.output<typeof SignUpInput>;
