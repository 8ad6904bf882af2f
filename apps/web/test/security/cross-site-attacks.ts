import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { TEST_APP_URL, type TestApp } from "../app";
import type { EntryRequest } from "./requests";

const ELSEWHERE = "https://elsewhere.example";
const SIBLING = "http://sibling.localhost:3000";

interface Attack {
  name: string;
  headers: Record<string, string>;
  /** What a form may send without the browser asking first. */
  contentType?: string;
}

/** What a browser can be made to send for another site, or as much of it as an attacker can choose. */
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

/** Sends the attack over a connection that lets every header be chosen, Host included. */
export async function attack(
  app: TestApp,
  sent: EntryRequest,
  { headers, contentType }: Attack,
  cookie: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { path, method, body } = sent;
  // Lets the platform write the body as it would be sent.
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
