import type { LoaderFunctionArgs } from "@remix-run/node";

/** What the public pages depend on: whether the reader is signed in, and how the service is run. */
export async function loadSite({ context }: LoaderFunctionArgs) {
  const session = await context.session();
  return {
    isSignedIn: session.kind === "active",
    refundsFailures: context.deps.service.config.refundFailedGenerations,
  };
}
