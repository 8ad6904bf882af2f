import type { IncomingMessage } from "node:http";

/** A message's headers as `fetch` has them, those that came several times included. */
export function toFetchHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
