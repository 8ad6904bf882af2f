import { z } from "zod";
import { optionalText, requiredText } from "../input/text";
import { requiredEmail } from "./email";
import { requiredNewPassword } from "./new-password";

const LOCALE_MAX_CHARACTERS = 10;
const TOKEN_MAX_CHARACTERS = 100;

/** A forgotten password. `locale` is the language of the page that asked: the mail speaks it where it can. */
export const RequestPasswordResetInput = z.object({
  email: requiredEmail("email"),
  locale: optionalText("locale", LOCALE_MAX_CHARACTERS),
});
export type RequestPasswordResetInput = z.output<typeof RequestPasswordResetInput>;

export const ResetPasswordInput = z.object({
  token: requiredText("token", "token is required", TOKEN_MAX_CHARACTERS),
  password: requiredNewPassword("password"),
});
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>;
