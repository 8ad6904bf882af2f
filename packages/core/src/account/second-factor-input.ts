import { z } from "zod";
import { requiredText } from "../input/text";
import { ChangePasswordInput } from "./change-password-input";

const CODE_MAX_CHARACTERS = 40;

/** Six digits of an authenticator app, or a recovery code as it was written down. */
export const CodeInput = z.object({ code: requiredText("code", "code is required", CODE_MAX_CHARACTERS) });
export type CodeInput = z.output<typeof CodeInput>;

export const BeginSecondFactorInput = ChangePasswordInput.pick({ currentPassword: true });
export type BeginSecondFactorInput = z.output<typeof BeginSecondFactorInput>;

export const DisableSecondFactorInput = BeginSecondFactorInput.extend(CodeInput.shape);
export type DisableSecondFactorInput = z.output<typeof DisableSecondFactorInput>;
