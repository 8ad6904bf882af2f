import {
  CreateEndpointInput,
  DeliveriesInput,
  DeliveryInput,
  EndpointInput,
  RotateSecretInput,
  UpdateEndpointInput,
} from "@app/core/webhooks/endpoint-input";
import { getDelivery, listDeliveries, redeliver } from "@app/services/webhooks/deliveries";
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  pauseOwnEndpoint,
  removeEndpoint,
  resumeEndpoint,
  revealSecret,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from "@app/services/webhooks/endpoints";
import { router, userProcedure } from "../trpc";
import { cursor } from "./pagination";

/** Outgoing webhooks of the user. They are managed with a session only: no procedure takes an API key. */
export const webhooksRouter = router({
  list: userProcedure.query(({ ctx }) => listEndpoints(ctx.service)),
  get: userProcedure.input(EndpointInput).query(({ ctx, input }) => getEndpoint(ctx.service, input)),
  create: userProcedure.input(CreateEndpointInput).mutation(({ ctx, input }) => createEndpoint(ctx.service, input)),
  update: userProcedure.input(UpdateEndpointInput).mutation(({ ctx, input }) => updateEndpoint(ctx.service, input)),
  /** A mutation, because it is written to the audit log. */
  revealSecret: userProcedure.input(EndpointInput).mutation(({ ctx, input }) => revealSecret(ctx.service, input)),
  rotateSecret: userProcedure.input(RotateSecretInput).mutation(({ ctx, input }) => rotateSecret(ctx.service, input)),
  sendTest: userProcedure.input(EndpointInput).mutation(({ ctx, input }) => sendTest(ctx.service, input)),
  pause: userProcedure.input(EndpointInput).mutation(({ ctx, input }) => pauseOwnEndpoint(ctx.service, input)),
  resume: userProcedure.input(EndpointInput).mutation(({ ctx, input }) => resumeEndpoint(ctx.service, input)),
  remove: userProcedure.input(EndpointInput).mutation(({ ctx, input }) => removeEndpoint(ctx.service, input)),
  deliveries: userProcedure
    .input(DeliveriesInput.extend({ cursor }))
    .query(({ ctx, input }) => listDeliveries(ctx.service, input)),
  delivery: userProcedure.input(DeliveryInput).query(({ ctx, input }) => getDelivery(ctx.service, input)),
  redeliver: userProcedure.input(DeliveryInput).mutation(({ ctx, input }) => redeliver(ctx.service, input)),
});
