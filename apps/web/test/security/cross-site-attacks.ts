import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { TEST_APP_URL, type TestApp } from "../app";
import type { EntryRequest } from "./requests";

const ELSEWHERE = "https://elsewhere.example";
const SIBLING = "http://sibling.localhost:3000";

interface Attack {
  name: string;
  headers: Record<string, string>;
  /** A content type that a form may send without a preflight request. */
  contentType?: string;
}

/** Requests that a browser can be made to send for another site, as far as an attacker controls them. */
export const ATTACKS: readonly Attack[] = [
  { name: "a foreign Origin", headers: { origin: ELSEWHERE } },
  { name: "no Origin that is told", headers: { origin: "null" } },
  { name: "Sec-Fetch-Site alone", headers: { "sec-fetch-site": "cross-site" } },
  {
    name: "a foreign Origin that Host and its like repeat",
    headers: {
      origin: ELSEWHERE,
      host: "elsewhere.example",
      "x-forwarded-host": "elsewhere.example",
      "x-forwarded-proto": "https",
      forwarded: "host=elsewhere.example;proto=https",
    },
  },
  { name: "a form of text", headers: { origin: ELSEWHERE }, contentType: "text/plain" },
  {
    name: "a form of fields",
    headers: { origin: ELSEWHERE, "sec-fetch-site": "cross-site" },
    contentType: "application/x-www-form-urlencoded",
  },
  { name: "a sibling's Origin", headers: { origin: SIBLING, "sec-fetch-site": "same-site" } },
  { name: "a sibling without Origin", headers: { "sec-fetch-site": "same-site" } },
  { name: "another port", headers: { origin: "http://localhost:3001" } },
  { name: "our address within a longer one", headers: { origin: `${TEST_APP_URL}.elsewhere.example` } },
  { name: "a foreign page in an old browser", headers: { referer: `${ELSEWHERE}/page` } },
];

/** Sends the attack over a connection on which every header can be chosen, Host included. */
export async function attack(
  app: TestApp,
  sent: EntryRequest,
  { headers, contentType }: Attack,
  cookie: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { path, method, body } = sent;
  // Lets the platform encode the body.
  const written = new Request(app.url, { method, ...(body !== undefined && { body }), headers: sent.headers });
  const bytes = Buffer.from(await written.arrayBuffer());
  const type = contentType ?? written.headers.get("content-type");
  const outgoing = httpRequest(`${app.url}${path}`, {
    method,
    headers: { ...(type && { "content-type": type }), ...cookie, ...headers, "content-length": bytes.byteLength },
  });
  return new Promise((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    outgoing.end(bytes);
  });
}
