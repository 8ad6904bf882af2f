import { receiveWebhook } from "@app/services/billing/receive-webhook";
import { readBody } from "~/server/http/body.server";
import { methodNotAllowed, postOnly, requireProvider } from "~/server/http/rest.server";

const WEBHOOK_BODY_MAX_BYTES = 1024 * 1024;
const SIGNATURE_HEADERS = ["provider-signature", "x-provider-signature", "creem-signature"];

/** POST /api/payments/provider/webhook */
export const action = postOnly(async ({ context, request, params }) => {
  requireProvider(params, context.deps.env);
  const header = SIGNATURE_HEADERS.find((name) => request.headers.has(name));
  const signature = header ? request.headers.get(header) : null;
  // Without a signature it will be refused, whatever its body.
  const rawBody = signature === null ? new Uint8Array() : await readBody(request, WEBHOOK_BODY_MAX_BYTES);
  return receiveWebhook(context.deps.service, { rawBody, signature });
});

export const loader = methodNotAllowed("POST");
