import { type Cookie, createCookie } from "@remix-run/node";
import { usesSecureCookies } from "~/server/auth/cookies.server";
import type { RequestContext } from "~/server/auth/request-context.server";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

function dismissedStepsCookie({ deps }: RequestContext): Cookie {
  const secure = usesSecureCookies(deps.env);
  return createCookie("genmint-steps-dismissed", {
    path: "/",
    maxAge: ONE_YEAR_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure,
  });
}

/** A Set-Cookie value that hides the first steps from this user in this browser. */
export function dismissSteps(context: RequestContext, userId: string): Promise<string> {
  return dismissedStepsCookie(context).serialize(userId);
}

export async function areStepsDismissed(context: RequestContext, request: Request, userId: string): Promise<boolean> {
  return (await dismissedStepsCookie(context).parse(request.headers.get("cookie"))) === userId;
}
