import { z } from "zod";
import { optionalChoice, optionalText, requiredId, requiredText } from "../input/fields";
import { isHttpUrl } from "../input/url";
import { DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_URL_MAX_CHARACTERS, type WebhookEvent } from "./webhook-events";

const EVENTS_TEXT = `events must be a list of ${WEBHOOK_EVENTS.join(", ")}`;

/** Which addresses may be called is the client's decision. */
const url = requiredText("url", "url is required", WEBHOOK_URL_MAX_CHARACTERS)
  .transform((value) => value.trim())
  .refine(isHttpUrl, "url must be an absolute http(s) URL");

/** At least one event, each once. */
const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: EVENTS_TEXT }), { error: EVENTS_TEXT })
  .min(1, { error: EVENTS_TEXT })
  .max(WEBHOOK_EVENTS.length, { error: EVENTS_TEXT })
  .transform((chosen): readonly WebhookEvent[] => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

export const CreateEndpointInput = z.object({ url, events });
export type CreateEndpointInput = z.output<typeof CreateEndpointInput>;

export const EndpointInput = z.object({ endpointId: requiredId("endpointId") });
export type EndpointInput = z.output<typeof EndpointInput>;

export const UpdateEndpointInput = EndpointInput.extend({ url, events });
export type UpdateEndpointInput = z.output<typeof UpdateEndpointInput>;

const ISO_DATE_MAX_CHARACTERS = 40;

/** `seenPreviousUntil`: until when the secret before signs, as its owner has seen it: an ISO date or `NEVER_REPLACED`. */
export const RotateSecretInput = EndpointInput.extend({
  seenPreviousUntil: optionalText("seenPreviousUntil", ISO_DATE_MAX_CHARACTERS),
});
export type RotateSecretInput = z.input<typeof RotateSecretInput>;

export const DeliveriesInput = EndpointInput.extend({ status: optionalChoice("status", DELIVERY_STATUSES) });

export const DeliveryInput = z.object({ deliveryId: requiredId("deliveryId") });
export type DeliveryInput = z.output<typeof DeliveryInput>;
