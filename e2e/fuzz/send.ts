import { Agent, request as openRequest } from "node:http";

export interface FuzzRequest {
  method: string;
  /** As sent, not normalised. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface FuzzResponse {
  status: number;
  contentType: string;
  requestId: string;
  body: string;
}

export interface Origin {
  host: string;
  port: number;
}

const RESPONSE_TIMEOUT_MS = 60_000;
/** More than any response of the service has: ten pages of the ledger export, a thousand entries each. A body cut anywhere would be no JSON. */
const BODY_MAX_CHARS = 10_000_000;
/** Characters that Node refuses to send in a path. */
const UNSENDABLE = /[^\x21-\x7e]/g;

/** The server accepts 16 kB of headers in all. */
const PATH_MAX_CHARS = 8_000;

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).slice(-2).padStart(2, "0")}`;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** How often the server had closed an idle connection when a request was sent on it. Such a request is retried. */
export const reconnections = { count: 0 };

/** Sends requests that fetch would correct or refuse: invalid percent encoding, unusual methods and headers. */
export function send(origin: Origin, request: FuzzRequest, isAgain = false): Promise<FuzzResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(
      {
        ...origin,
        agent,
        method: request.method,
        path: request.path.replace(UNSENDABLE, percentEncoded).slice(0, PATH_MAX_CHARS),
        headers: {
          ...request.headers,
          ...(request.body ? { "content-length": String(request.body.byteLength) } : {}),
        },
        timeout: RESPONSE_TIMEOUT_MS,
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (text: string) => {
          body += text;
          if (body.length > BODY_MAX_CHARS) response.destroy(new Error(`more than ${BODY_MAX_CHARS} characters`));
        });
        response.on("end", () => {
          const { statusCode = 0, headers } = response;
          const requestId = String(headers["x-request-id"] ?? "");
          resolve({ status: statusCode, contentType: headers["content-type"] ?? "", requestId, body });
        });
        response.on("error", reject);
      },
    );
    outgoing.on("error", (error) => {
      if (!outgoing.reusedSocket || isAgain) return reject(error);
      reconnections.count += 1;
      resolve(send(origin, request, true));
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no response within ${RESPONSE_TIMEOUT_MS} ms`)));
    outgoing.end(request.body ?? undefined);
  });
}
