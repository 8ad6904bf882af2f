// As objects, whose members tests replace.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/** No longer than a host keeps an idle connection that does not say how long it does. */
const IDLE_CONNECTION_MS = 4_000;
const agents = {
  "http:": new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
  "https:": new https.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
};

export interface ConfiguredRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Ends the request, and the body of its answer after it. */
  signal?: AbortSignal | undefined;
}

/**
 * One request to a host that the configuration names, wherever it is, whose answer is a stream or has headers to be read; short calls
 * are `callConfigured`'s. Over `node:http`: what `fetch` wraps around an answer costs several times what a piece of it takes. No redirect
 * is followed, and no compressed body asked for.
 */
export function sendConfigured(
  url: URL,
  { method, headers, body, signal }: ConfiguredRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === "https:";
    const request = (isHttps ? https : http).request(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      agent: agents[isHttps ? "https:" : "http:"],
      ...(signal && { signal }),
    });
    request.once("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}
