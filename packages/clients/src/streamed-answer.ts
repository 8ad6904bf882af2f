// As objects, whose members tests replace.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import type { configuredFetch } from "./configured-fetch";
import { MessageReader } from "./message-reader";

/** No longer than a backend keeps an idle connection that does not say how long it does. */
const IDLE_CONNECTION_MS = 4_000;
const agents = {
  "http:": new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
  "https:": new https.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
};

/** An answer whose body is read piece by piece from `pieces`; as a Response it has none. */
export class StreamedAnswer extends Response {
  readonly pieces: MessageReader;

  constructor(message: IncomingMessage) {
    super(null, headOf(message));
    this.pieces = new MessageReader(message);
  }
}

/**
 * Calls a host that the configuration names, for an answer in many small pieces: over `node:http`, because what `fetch` wraps around a
 * body costs several times what is done with each piece. Redirects are not followed, bodies not decompressed: none is asked for.
 * @returns a `StreamedAnswer`, or a response like any other where the backend refuses
 */
export const streamingFetch: typeof configuredFetch = (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === "https:";
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = (isHttps ? https : http).request(url, {
      method: init.method ?? "GET",
      headers: { ...headers, "accept-encoding": "identity" },
      agent: agents[isHttps ? "https:" : "http:"],
      ...(init.signal && { signal: init.signal }),
    });
    request.once("response", (message) => {
      try {
        resolve(isOk(message) ? new StreamedAnswer(message) : refusalOf(message));
      } catch (cause) {
        request.destroy();
        reject(cause);
      }
    });
    request.on("error", reject);
    request.end(init.body);
  });
};

const isOk = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300;

function refusalOf(message: IncomingMessage): Response {
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>, headOf(message));
}

function headOf(message: IncomingMessage): ResponseInit {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  return { status: message.statusCode ?? 0, headers };
}
