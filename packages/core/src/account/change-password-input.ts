import type { z } from "zod";
import { optionalText } from "../input/text";
import { SignUpInput } from "../users/sign-up-input";

const PASSWORD_MAX_CHARACTERS = 200;

/** An account that has no password yet sets its first one without `currentPassword`. */
export const ChangePasswordInput = SignUpInput.pick({ password: true }).extend({
  currentPassword: optionalText("currentPassword", PASSWORD_MAX_CHARACTERS),
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;
