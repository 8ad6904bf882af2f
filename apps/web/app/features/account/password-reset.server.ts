import { safeReturnPath } from "@app/core/account/safe-return-path";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { localeOf, localePath } from "~/i18n/locale";
import { signInWithPassword } from "~/server/auth/handle-auth.server";
import { apiCaller, isBadRequest } from "~/trpc/caller.server";
import type { ForgotPasswordOutcome, ResetPasswordProblem } from "./password-reset-pages";
import { localReturnPath, readForm } from "./sign-in.server";

const BAD_REQUEST = 400;
const TOO_MANY_REQUESTS = 429;

/** Mails a password reset link. The response is the same whether or not the account exists. */
export async function submitForgotPassword({ context, params, request }: ActionFunctionArgs) {
  const field = await readForm(request);
  const api = await apiCaller(context);
  try {
    const callbackUrl = field("callbackUrl");
    await api.password.requestReset({ email: field("email"), locale: localeOf(params["locale"]), callbackUrl });
  } catch (error) {
    if (error instanceof TRPCError && error.code === "TOO_MANY_REQUESTS")
      return data<ForgotPasswordOutcome>("tooMany", { status: TOO_MANY_REQUESTS });
    if (!isBadRequest(error)) throw error;
    return data<ForgotPasswordOutcome>("invalidEmail", { status: BAD_REQUEST });
  }
  return data<ForgotPasswordOutcome>("sent");
}

/** Where the pages of a new password lead in the end; null where nothing was chosen before. */
export function loadReturnPath(args: LoaderFunctionArgs): string | null {
  const path = localReturnPath(args, new URL(args.request.url).searchParams.get("callbackUrl"));
  return path === localePath(args.params["locale"], "/dashboard") ? null : path;
}

/** Sets the new password and signs in with it, because resetting ends every existing session. */
export async function submitResetPassword({ context, params, request }: ActionFunctionArgs) {
  const field = await readForm(request);
  const password = field("password");
  const api = await apiCaller(context);
  try {
    const { email } = await api.password.reset({ token: field("token"), password });
    const callbackUrl = safeReturnPath(field("callbackUrl"), localePath(params["locale"], "/dashboard"));
    const { location, headers } = await signInWithPassword(context, request, { email, password, callbackUrl });
    return redirect(location, { headers });
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const problem = error.cause instanceof ZodError ? "shortPassword" : "expiredLink";
    return data<ResetPasswordProblem>(problem, { status: BAD_REQUEST });
  }
}
