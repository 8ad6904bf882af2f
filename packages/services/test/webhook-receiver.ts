import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebhookSender } from "@app/clients/webhooks/webhook-sender";
import { WEBHOOK_EVENTS, type WebhookEvent } from "@app/core/webhooks/webhook-events";
import { onTestFinished } from "vitest";
import type { ServiceContext } from "../src/context";
import { createEndpoint } from "../src/webhooks/endpoints";
import { actAs, createUser, type TestContext, withClients } from "./test-context";

export interface ReceivedMessage {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** Responds to a message; default: 204. */
type Respond = (response: ServerResponse, message: ReceivedMessage) => void;

/** A user's program that receives webhooks. */
export interface Receiver {
  url: string;
  host: string;
  received: ReceivedMessage[];
  respond: Respond;
}

const headersOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Runs until the test has finished. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", host: "", received: [], respond: (response) => response.writeHead(204).end() };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = { id: String(request.headers["webhook-id"]), headers: headersOf(request.headers), body };
    receiver.received.push(message);
    receiver.respond(response, message);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.url = `http://${receiver.host}/hook`;
  return receiver;
}

/** The context of a service that may call this receiver. */
export const reaching = <Context extends ServiceContext>(ctx: Context, { host }: Receiver): Context =>
  withClients(ctx, { webhooks: createWebhookSender({ allowHosts: [host], timeoutMs: 1_000 }) });

/** A receiver and its endpoint, of a new user or of this one. */
export async function createTestEndpoint(
  ctx: TestContext,
  {
    userId,
    credits = 0,
    events = WEBHOOK_EVENTS,
  }: { userId?: string; credits?: number; events?: readonly WebhookEvent[] } = {},
) {
  const receiver = await startReceiver();
  const owner = userId ?? (await createUser(ctx, credits));
  const user = await actAs(reaching(ctx, receiver), owner);
  const endpoint = await createEndpoint(user, { url: receiver.url, events });
  return { receiver, user, userId: owner, endpointId: endpoint.id, secret: endpoint.secret };
}
