import { safeReturnPath } from "@app/core/account/safe-return-path";
import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DEFAULT_LOCALE, localeOf, localeOfPath, localePath, pathInLocale } from "~/i18n/locale";
import { chosenLocale } from "~/i18n/suggested-locale";
import { readCallbackPath } from "~/server/auth/cookies.server";
import { issueCsrfToken } from "~/server/auth/handle-auth.server";
import { codePagePath, completeSignInWithCode, isAwaitingCode } from "~/server/auth/second-factor.server";
import type { Env } from "~/server/env/env.server";
import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "~/server/http/body.server";
import type { AuthFormData } from "./auth-form";
import type { OauthProviders } from "./oauth-buttons";
import type { SecondFactorProblem } from "./second-factor-page";

/** Loads the hidden fields of the sign-in and sign-up forms and their cookies. Redirects users who are already signed in. */
export async function loadAuthForm(args: LoaderFunctionArgs): Promise<{ form: AuthFormData; headers: Headers }> {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const session = await context.session();
  const savedPath = searchParams.has("error") ? readCallbackPath(request, context.deps.env) : null;
  const callbackUrl = localReturnPath(args, searchParams.get("callbackUrl") ?? savedPath);
  if (session.kind === "active") throw redirect(callbackUrl);
  if (await isAwaitingCode(context, request)) throw redirect(codePagePath(callbackUrl));
  const { csrfToken, cookies } = await issueCsrfToken(context, request, callbackUrl);
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return { form: { csrfToken, callbackUrl }, headers };
}

/** The OAuth providers that are configured. */
export function offeredProviders(env: Env): OauthProviders {
  return {
    google: Boolean(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET),
    github: Boolean(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET),
  };
}

/**
 * Where signing in leads, in the language of the sign-in page: the reader may have changed it there.
 * @param requested the page that was opened first, if there is one
 */
export function localReturnPath({ params, request }: PageArgs, requested: string | null): string {
  const home = localePath(params["locale"], "/dashboard");
  const { pathname, search, hash } = new URL(safeReturnPath(requested, home), request.url);
  return `${pathInLocale(pathname, localeOf(params["locale"]))}${search}${hash}`;
}

/**
 * Redirects to the page in the user's language. Auth.js redirects to pages of the default language only. A reader who has just chosen that one
 * stays: its link on the page in another language leads here too. A mailed link, which is opened from elsewhere, keeps its own language.
 */
export function redirectToLocale({ context, params, request }: LoaderFunctionArgs): void {
  const { pathname, search } = new URL(request.url);
  if (params["locale"] !== undefined) return;
  if (!isOpenedFromElsewhere(request) && chosenLocale(request.headers) === DEFAULT_LOCALE) return;
  const locale = localeOfPath(readCallbackPath(request, context.deps.env) ?? "/");
  if (locale !== DEFAULT_LOCALE) throw redirect(`${pathInLocale(pathname, locale)}${search}`);
}

/** Whether the request comes from a link outside of this site, such as one in a mail. Browsers send the header over HTTPS and to localhost only. */
function isOpenedFromElsewhere({ headers }: Request): boolean {
  return (headers.get("sec-fetch-site") ?? "same-origin") !== "same-origin";
}

/** Loads the code page for users who have entered their password. Redirects everyone else. */
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
    return data(problemOf(error), { status: error.status });
  }
}

function problemOf({ code }: AppError): SecondFactorProblem {
  if (code === "rate_limited") return "locked";
  return code === "conflict" ? "unreadable" : "wrong";
}

type PageArgs = Pick<LoaderFunctionArgs, "params" | "request">;

function returnPathOf(args: PageArgs): string {
  return localReturnPath(args, new URL(args.request.url).searchParams.get("callbackUrl"));
}

function signInPathOf(args: PageArgs): string {
  const query = new URLSearchParams({ callbackUrl: returnPathOf(args) });
  return localePath(args.params["locale"], `/sign-in?${query}`);
}

/**
 * Reads a URL-encoded form body.
 * @returns a function that returns a field by name, empty if it is missing
 */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const body = await readBody(request, ANONYMOUS_BODY_MAX_BYTES).catch((error: unknown) => {
    // An action shows a Response as a page with its status; any other error is a 500.
    throw error instanceof AppError ? new Response(null, { status: error.status }) : error;
  });
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  return (name) => fields.get(name) ?? "";
}
