import type { z } from "zod";
import { optionalText } from "../input/text";
import { PASSWORD_MAX_CHARACTERS } from "../users/new-password";
import { SignUpInput } from "../users/sign-up-input";

/** The address typed again, and the password where there is one. */
export const DeleteAccountInput = SignUpInput.pick({ email: true }).extend({
  password: optionalText("password", PASSWORD_MAX_CHARACTERS),
});
export type DeleteAccountInput = z.output<typeof DeleteAccountInput>;
