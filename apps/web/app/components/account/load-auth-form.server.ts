import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localePath } from "~/i18n/locale";
import { issueCsrfToken } from "~/server/auth.server";
import { isAwaitingCode } from "~/server/awaited-code.server";
import { readCallbackPath } from "~/server/callback-cookie.server";
import { codePagePath } from "~/server/lead-to-code.server";
import type { AuthFormData } from "./auth-form-fields";
import { safeReturnPath } from "./safe-return-path";

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
