import { z } from "zod";
import { optionalText, requiredText } from "../input/text";

const VERIFICATION_LOCALE_MAX_CHARACTERS = 10;
const VERIFICATION_TOKEN_MAX_CHARACTERS = 100;

/** `locale` is the language of the page that asked: the mail speaks it where it can. */
export const RequestVerificationInput = z.object({
  locale: optionalText("locale", VERIFICATION_LOCALE_MAX_CHARACTERS),
});
export type RequestVerificationInput = z.output<typeof RequestVerificationInput>;

export const VerifyEmailInput = z.object({
  token: requiredText("token", "token is required", VERIFICATION_TOKEN_MAX_CHARACTERS),
});
export type VerifyEmailInput = z.output<typeof VerifyEmailInput>;
