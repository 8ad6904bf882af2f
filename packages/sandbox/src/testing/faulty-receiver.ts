import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SeededRandom } from "./fault-tests";

/** Of a hundred requests this many are not answered, broken off or refused. The others are accepted. */
const UNANSWERED = 1;
const BROKEN_OFF = 9;
const REFUSED = 40;
const BODY_MAX_BYTES = 64 * 1024;

export interface FaultyReceiver {
  /** `host:port`. */
  host: string;
  urlOf: (endpoint: number) => string;
  requests: () => number;
  /** How often each message was accepted, by its webhook-id. */
  accepted: ReadonlyMap<string, number>;
  /** The share of messages whose first request came after those of all earlier messages of its endpoint. */
  shareInOrder: () => number;
  stop: () => Promise<void>;
}

/**
 * Receives webhooks and fails half of the requests: it refuses them, breaks the connection, or does not respond.
 * @param numberOf reads a message's number from its body. Within an endpoint later events have higher numbers
 */
export async function startFaultyReceiver(
  random: SeededRandom,
  numberOf: (body: string) => number,
): Promise<FaultyReceiver> {
  const accepted = new Map<string, number>();
  const seen = new Set<string>();
  const highest = new Map<string, number>();
  let [requests, inOrder] = [0, 0];

  const noteFirst = (endpoint: string, id: string, number: number) => {
    if (seen.has(id)) return;
    seen.add(id);
    const last = highest.get(endpoint) ?? Number.NEGATIVE_INFINITY;
    if (number > last) inOrder += 1;
    highest.set(endpoint, Math.max(number, last));
  };
  const respond = (response: ServerResponse, id: string) => {
    const fate = random.integer(100);
    if (fate < UNANSWERED) return;
    if (fate < UNANSWERED + BROKEN_OFF) return void response.destroy();
    if (fate < UNANSWERED + BROKEN_OFF + REFUSED) return void response.writeHead(500).end("no luck");
    accepted.set(id, (accepted.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  };

  const server = createServer(async (request, response) => {
    requests += 1;
    const id = String(request.headers["webhook-id"]);
    let body = "";
    for await (const chunk of request) {
      body += chunk;
      if (body.length > BODY_MAX_BYTES) return void response.destroy();
    }
    noteFirst(request.url ?? "", id, numberOf(body));
    respond(response, id);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    urlOf: (endpoint) => `http://${host}/${endpoint}`,
    requests: () => requests,
    accepted,
    shareInOrder: () => (seen.size === 0 ? 1 : inOrder / seen.size),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
