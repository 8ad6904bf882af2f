import { z } from "zod";
import { optionalString, optionalText, requiredText } from "../input/fields";
import { PASSWORD_MAX_CHARACTERS, requiredEmail, requiredNewPassword } from "./credentials";
import { safeReturnPath } from "./safe-return-path";

const NAME_MAX_CHARACTERS = 100;

export const SignUpInput = z.object({
  name: optionalText("name", NAME_MAX_CHARACTERS).transform((name) => name?.trim()),
  email: requiredEmail("email"),
  password: requiredNewPassword("password"),
});
export type SignUpInput = z.output<typeof SignUpInput>;

/** Same rules as the name at sign-up. */
export const ChangeNameInput = SignUpInput.pick({ name: true });
export type ChangeNameInput = z.output<typeof ChangeNameInput>;

export const ChangeMailsInput = z.object({ lowBalance: z.boolean({ error: "lowBalance must be true or false" }) });
export type ChangeMailsInput = z.output<typeof ChangeMailsInput>;

/** An account that has no password yet sets its first one without `currentPassword`. */
export const ChangePasswordInput = SignUpInput.pick({ password: true }).extend({
  currentPassword: optionalText("currentPassword", PASSWORD_MAX_CHARACTERS),
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;

/** The e-mail address as a confirmation, and the password if the account has one. */
export const DeleteAccountInput = SignUpInput.pick({ email: true }).extend({
  password: optionalText("password", PASSWORD_MAX_CHARACTERS),
});
export type DeleteAccountInput = z.output<typeof DeleteAccountInput>;

const LOCALE_MAX_CHARACTERS = 10;
const TOKEN_MAX_CHARACTERS = 100;

/** A longer path is dropped, so that the mailed link stays short enough for every mail program. */
export const CALLBACK_MAX_CHARACTERS = 1_000;

/**
 * `locale` is the language of the calling page: the mail is written in it if the service has it. `callbackUrl` is the path to go to once the
 * new password is set. One that leads to another site is dropped.
 */
export const RequestPasswordResetInput = z.object({
  email: requiredEmail("email"),
  locale: optionalText("locale", LOCALE_MAX_CHARACTERS),
  callbackUrl: optionalString("callbackUrl", () => undefined).transform((path) => {
    const safePath = safeReturnPath(path ?? null, undefined);
    return safePath !== undefined && safePath.length <= CALLBACK_MAX_CHARACTERS ? safePath : undefined;
  }),
});
export type RequestPasswordResetInput = z.output<typeof RequestPasswordResetInput>;

export const ResetPasswordInput = z.object({
  token: requiredText("token", "token is required", TOKEN_MAX_CHARACTERS),
  password: requiredNewPassword("password"),
});
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>;

/** `locale` is the language of the calling page, as in `RequestPasswordResetInput`. */
export const RequestVerificationInput = z.object({
  locale: optionalText("locale", LOCALE_MAX_CHARACTERS),
});
export type RequestVerificationInput = z.output<typeof RequestVerificationInput>;

export const VerifyEmailInput = z.object({
  token: requiredText("token", "token is required", TOKEN_MAX_CHARACTERS),
});
export type VerifyEmailInput = z.output<typeof VerifyEmailInput>;
