import { z } from "zod";
import { optionalText } from "../input/text";
import { requiredEmail } from "./email";
import { requiredNewPassword } from "./new-password";

const NAME_MAX_CHARACTERS = 100;

export const SignUpInput = z.object({
  name: optionalText("name", NAME_MAX_CHARACTERS).transform((name) => name?.trim()),
  email: requiredEmail("email"),
  password: requiredNewPassword("password"),
});
export type SignUpInput = z.output<typeof SignUpInput>;
