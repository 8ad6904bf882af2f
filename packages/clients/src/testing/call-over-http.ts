import { Dispatcher } from "undici";
import { callConnections } from "../http/configured-call";
import { sendConfigured } from "../http/configured-request";

/** Calls of this test file go out over `node:http`, where msw stands: it does not see what undici sends. */
export function callOverHttp(): void {
  callConnections.open = async () => new HttpConnections();
}

class HttpConnections extends Dispatcher {
  override dispatch(
    { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Required<Dispatcher.DispatchHandlers>,
  ): boolean {
    const aborted = new AbortController();
    handler.onConnect((reason) => aborted.abort(reason));
    sendConfigured(new URL(`${origin}${path}`), {
      method,
      headers: headers as Record<string, string>,
      body: body ? String(body) : undefined,
      signal: aborted.signal,
    }).then((message) => {
      handler.onHeaders(message.statusCode ?? 0, [], () => {}, "");
      message.on("data", (piece) => handler.onData(piece));
      message.once("end", () => handler.onComplete([]));
      message.on("error", (cause) => handler.onError(cause));
    }, handler.onError.bind(handler));
    return true;
  }
}
