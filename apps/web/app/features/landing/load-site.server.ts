import type { LoaderFunctionArgs } from "@remix-run/node";

/** Loads what the public pages need: whether the user is signed in, and the refund policy. */
export async function loadSite({ context }: LoaderFunctionArgs) {
  const session = await context.session();
  return {
    isSignedIn: session.kind === "active",
    refundsFailures: context.deps.service.config.refundFailedGenerations,
  };
}
