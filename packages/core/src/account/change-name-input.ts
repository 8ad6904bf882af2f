import type { z } from "zod";
import { SignUpInput } from "../users/sign-up-input";

/** The same name as at the sign-up. */
export const ChangeNameInput = SignUpInput.pick({ name: true });
export type ChangeNameInput = z.output<typeof ChangeNameInput>;
