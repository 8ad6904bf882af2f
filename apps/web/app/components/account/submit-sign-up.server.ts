import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { localeOf, localePath } from "~/i18n/locale";
import { signInWithPassword } from "~/server/auth.server";
import { signUpFromRequest } from "~/server/create-account.server";
import { readForm } from "./read-form.server";
import { safeReturnPath } from "./safe-return-path";
import type { SignUpFailure, SignUpProblem } from "./sign-up-form";

const PROBLEM_BY_FIELD: ReadonlyMap<string, SignUpProblem> = new Map([
  ["email", "invalidEmail"],
  ["password", "shortPassword"],
]);

/** Creates an account and signs in to it. Whoever is signed in already is sent on, as the page itself does. */
export async function submitSignUp({ context, params, request }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { name: field("name"), email: field("email") };
  const password = field("password");
  const callbackUrl = safeReturnPath(field("callbackUrl"), localePath(params["locale"], "/dashboard"));
  if ((await context.session()).kind === "active") throw redirect(callbackUrl);
  try {
    const { email } = await signUpFromRequest(context, { ...values, password }, localeOf(params["locale"]));
    const { location, headers } = await signInWithPassword(context, request, { email, password, callbackUrl });
    return redirect(location, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<SignUpFailure>({ problem: toSignUpProblem(error), values }, { status: error.status });
  }
}

/** The texts of bad input begin with the field they are about. */
function toSignUpProblem(error: AppError): SignUpProblem {
  if (error.code === "conflict") return "emailTaken";
  if (error.code === "rate_limited") return "tooMany";
  return PROBLEM_BY_FIELD.get(error.message.split(" ")[0] ?? "") ?? "other";
}
