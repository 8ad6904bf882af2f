import type { z } from "zod";
import { optionalText } from "../input/text";
import { PASSWORD_MAX_CHARACTERS } from "../users/new-password";
import { SignUpInput } from "../users/sign-up-input";

/** An account that has no password yet sets its first one without `currentPassword`. */
export const ChangePasswordInput = SignUpInput.pick({ password: true }).extend({
  currentPassword: optionalText("currentPassword", PASSWORD_MAX_CHARACTERS),
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;
