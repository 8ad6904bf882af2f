import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localePath } from "~/i18n/locale";
import { isBadRequest } from "~/trpc/bad-request.server";
import { apiCaller } from "~/trpc/caller.server";

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
