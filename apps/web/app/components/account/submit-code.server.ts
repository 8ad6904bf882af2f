import { AppError } from "@app/core/errors";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localePath } from "~/i18n/locale";
import { completeSignInWithCode, isAwaitingCode } from "~/server/awaited-code.server";
import type { SecondFactorProblem } from "./code-page";
import { readForm } from "./read-form.server";
import { safeReturnPath } from "./safe-return-path";

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
