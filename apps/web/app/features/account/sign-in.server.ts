import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DEFAULT_LOCALE, localeOfPath, localePath, pathInLocale } from "~/i18n/locale";
import { readCallbackPath } from "~/server/auth/cookies.server";
import { issueCsrfToken } from "~/server/auth/handle-auth.server";
import { codePagePath, completeSignInWithCode, isAwaitingCode } from "~/server/auth/second-factor.server";
import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "~/server/http/body.server";
import type { AuthFormData } from "./auth-form";
import { safeReturnPath } from "./safe-return-path";
import type { SecondFactorProblem } from "./second-factor-page";

/** What the forms of signing in and up carry, with the cookies that belong to it. Whoever is signed in is sent on. */
export async function loadAuthForm(args: LoaderFunctionArgs): Promise<{ form: AuthFormData; headers: Headers }> {
  const { context, params, request } = args;
  const { searchParams } = new URL(request.url);
  const home = localePath(params["locale"], "/dashboard");
  const session = await context.session();
  const kept = searchParams.has("error") ? readCallbackPath(request, context.deps.env) : null;
  const callbackUrl = safeReturnPath(searchParams.get("callbackUrl") ?? kept, home);
  if (session.kind === "active") throw redirect(callbackUrl);
  if (await isAwaitingCode(context, request)) throw redirect(codePagePath(callbackUrl));
  const { csrfToken, cookies } = await issueCsrfToken(context, request, callbackUrl);
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return { form: { csrfToken, callbackUrl }, headers };
}

/** Auth.js knows our pages in the default language only: leads whoever it sent on to the page in their own. */
export function redirectToLocale({ context, params, request }: LoaderFunctionArgs): void {
  const { pathname, search } = new URL(request.url);
  if (params["locale"] !== undefined) return;
  const locale = localeOfPath(readCallbackPath(request, context.deps.env) ?? "/");
  if (locale !== DEFAULT_LOCALE) throw redirect(`${pathInLocale(pathname, locale)}${search}`);
}

/** Only for whoever has signed in but for the code; others are sent where they belong. */
export async function loadSecondFactorPage(args: LoaderFunctionArgs): Promise<null> {
  const { context, request } = args;
  if (await isAwaitingCode(context, request)) return null;
  const { kind } = await context.session();
  throw redirect(kind === "active" ? returnPathOf(args) : signInPathOf(args));
}

export async function submitSecondFactorCode(args: ActionFunctionArgs) {
  const { context, request } = args;
  const field = await readForm(request);
  try {
    const headers = new Headers();
    for (const cookie of await completeSignInWithCode(context, request, field("code")))
      headers.append("Set-Cookie", cookie);
    return redirect(returnPathOf(args), { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "unauthorized") throw redirect(signInPathOf(args));
    return data<SecondFactorProblem>(error.code === "rate_limited" ? "locked" : "wrong", { status: error.status });
  }
}

type PageArgs = Pick<LoaderFunctionArgs, "params" | "request">;

function returnPathOf({ params, request }: PageArgs): string {
  const asked = new URL(request.url).searchParams.get("callbackUrl");
  return safeReturnPath(asked, localePath(params["locale"], "/dashboard"));
}

function signInPathOf(args: PageArgs): string {
  const query = new URLSearchParams({ callbackUrl: returnPathOf(args) });
  return localePath(args.params["locale"], `/sign-in?${query}`);
}

/** The fields of a small form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const fields = new URLSearchParams(new TextDecoder().decode(await readBody(request, ANONYMOUS_BODY_MAX_BYTES)));
  return (name) => fields.get(name) ?? "";
}
