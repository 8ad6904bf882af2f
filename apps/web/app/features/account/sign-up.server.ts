import { safeReturnPath } from "@app/core/account/safe-return-path";
import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localeOf, localePath } from "~/i18n/locale";
import { signInWithPassword } from "~/server/auth/handle-auth.server";
import { signUpFromRequest } from "~/server/auth/sign-up.server";
import { apiCaller, isBadRequest } from "~/trpc/caller.server";
import { readForm } from "./sign-in.server";
import type { SignUpFailure, SignUpProblem } from "./sign-up-page";

const PROBLEM_BY_FIELD: ReadonlyMap<string, SignUpProblem> = new Map([
  ["email", "invalidEmail"],
  ["password", "shortPassword"],
]);

/** Creates an account and signs in to it. Redirects users who are already signed in, as the page does. */
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

/** Validation messages start with the name of the invalid field. */
function toSignUpProblem(error: AppError): SignUpProblem {
  if (error.code === "conflict") return "emailTaken";
  if (error.code === "rate_limited") return "tooMany";
  return PROBLEM_BY_FIELD.get(error.message.split(" ")[0] ?? "") ?? "other";
}

export interface VerificationOutcome {
  isConfirmed: boolean;
  isSignedIn: boolean;
  /** The signed-in user's address, where it is confirmed. The link may have been another user's. */
  confirmedEmail: string | null;
}

/**
 * Confirms the address when the link of a verification mail is opened, then redirects to the page without the token. So the token does not stay in
 * the address bar, and the page can be reloaded.
 */
export async function loadVerification({ context, params, request }: LoaderFunctionArgs): Promise<VerificationOutcome> {
  const session = await context.session();
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  // HEAD requests, for example of link previews, must not use up the token.
  if (token !== null && request.method === "GET") {
    const isConfirmed = await confirmEmail(context, token);
    throw redirect(localePath(params["locale"], `/verify-email${isConfirmed ? "?confirmed=1" : ""}`));
  }
  const user = session.kind === "active" ? session.actor : null;
  return {
    isConfirmed: searchParams.has("confirmed"),
    isSignedIn: user !== null,
    confirmedEmail: user?.emailVerified ? user.email : null,
  };
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
