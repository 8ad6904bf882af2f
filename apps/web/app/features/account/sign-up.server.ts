import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localeOf, localePath } from "~/i18n/locale";
import { signInWithPassword } from "~/server/auth/handle-auth.server";
import { signUpFromRequest } from "~/server/auth/sign-up.server";
import { apiCaller, isBadRequest } from "~/trpc/caller.server";
import { safeReturnPath } from "./safe-return-path";
import { readForm } from "./sign-in.server";
import type { SignUpFailure, SignUpProblem } from "./sign-up-page";

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

export interface VerificationOutcome {
  isConfirmed: boolean;
  isSignedIn: boolean;
}

/**
 * Opens the link of a verification mail. The page itself has another address: it tells nobody the token, and may be loaded again.
 */
export async function loadVerification({ context, params, request }: LoaderFunctionArgs): Promise<VerificationOutcome> {
  const session = await context.session();
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  // Whoever only asks for the headers has not opened anything.
  if (token !== null && request.method === "GET") {
    const isUsable = await confirmEmail(context, token);
    // Somebody who opens it twice is told what is so, not what went wrong.
    const isConfirmed = isUsable || (session.kind === "active" && session.actor.emailVerified);
    throw redirect(localePath(params["locale"], `/verify-email${isConfirmed ? "?confirmed=1" : ""}`));
  }
  return { isConfirmed: searchParams.has("confirmed"), isSignedIn: session.kind === "active" };
}

async function confirmEmail(context: LoaderFunctionArgs["context"], token: string): Promise<boolean> {
  const api = await apiCaller(context);
  try {
    await api.account.verifyEmail({ token });
    return true;
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    return false;
  }
}
