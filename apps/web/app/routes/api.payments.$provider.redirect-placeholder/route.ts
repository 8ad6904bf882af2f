import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed, requireProvider, respond } from "~/server/http/rest.server";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Simulated checkout</title>
<h1>Simulated checkout</h1>
<p>No payment was taken and no credits were granted: payments are simulated here.</p>
<p><a href="/billing">Back to billing</a></p>
</html>`;

/** GET /api/payments/provider/redirect-placeholder: the page a checkout leads to while PROVIDER_SIMULATE is on. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    requireProvider(args.params, args.context.deps.env);
    return new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } });
  });

export const action = methodNotAllowed("GET");
