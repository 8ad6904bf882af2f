import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  disguisedAddresses,
  LOOPBACK_HOSTS,
  LOOPBACK_NAMES,
  PRIVATE_HOSTS,
  PRIVATE_NAMES,
  REBINDING_NAME,
  rebindingAnswers,
} from "../../test/ssrf-addresses";
import { closeServer, startCanaries, startTestDns } from "../../test/ssrf-servers";
import { createWebhookSender, EXCERPT_MAX_BYTES } from "./webhook-sender";

const MESSAGE = { headers: { "content-type": "application/json", "webhook-id": "msg_1" }, body: '{"é":1}' };

/** A receiver that the sender may call, and the sender. */
async function receiver(listener: RequestListener, timeoutMs = 5_000) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => closeServer(server));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/hook?of=me`, sender: createWebhookSender({ allowHosts: [host], timeoutMs }) };
}

describe("post", () => {
  it("posts the body with its headers, and returns status and response", async () => {
    const seen: unknown[] = [];
    const { url, sender } = await receiver(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      seen.push([request.method, request.url, request.headers["webhook-id"], request.headers["content-length"], body]);
      response.writeHead(202, { "retry-after": "7" }).end("thanks");
    });
    const response = await sender.post({ url, ...MESSAGE });
    expect(response).toEqual({ status: 202, retryAfter: "7", excerpt: "thanks", error: null });
    expect(seen).toEqual([["POST", "/hook?of=me", "msg_1", "8", MESSAGE.body]]);
  });

  it("follows no redirect", async () => {
    let requests = 0;
    const { url, sender } = await receiver((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await sender.post({ url, ...MESSAGE })).toMatchObject({ status: 302, error: null });
    expect(requests).toBe(1);
  });

  it("keeps a kilobyte of a long response, without NUL, and closes the connection", async () => {
    const closed: Promise<unknown>[] = [];
    const { url, sender } = await receiver((request, response) => {
      closed.push(new Promise((resolve) => request.socket.once("close", resolve)));
      response.writeHead(500).write(`\0${"x".repeat(100_000)}`);
    });
    const { status, excerpt } = await sender.post({ url, ...MESSAGE });
    expect([status, excerpt]).toEqual([500, `\uFFFD${"x".repeat(EXCERPT_MAX_BYTES - 1)}`]);
    await Promise.all(closed);
  });

  it("takes a response whose body does not end", async () => {
    const { url, sender } = await receiver((_request, response) => void response.writeHead(200).write("ok"), 300);
    expect(await sender.post({ url, ...MESSAGE })).toMatchObject({ status: 200, excerpt: "ok" });
  });

  it("gives up on a receiver that does not respond", async () => {
    const { url, sender } = await receiver(() => undefined, 300);
    expect(await sender.post({ url, ...MESSAGE })).toMatchObject({ status: null, error: "No response within 0.3 s" });
  });

  it("tells a closed connection", async () => {
    const { url, sender } = await receiver((request) => void request.socket.destroy());
    expect(await sender.post({ url, ...MESSAGE })).toMatchObject({
      status: null,
      error: "The connection was closed before a response",
    });
  });
});

describe("addresses", () => {
  it("must be public and https, unless they are allowed", () => {
    const { findProblem } = createWebhookSender({ allowHosts: ["127.0.0.1:8080"] });
    expect(findProblem("https://hooks.example/a")).toBeNull();
    expect(findProblem("http://127.0.0.1:8080/a")).toBeNull();
    expect(findProblem("http://hooks.example/a")).toBe("The address must begin with https://");
    for (const url of [
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://LOCALHOST/",
      "https://api.localhost./",
      "https://db.internal/",
      "https://user:password@hooks.example/",
      "https://a.example:25/",
    ])
      expect([url, findProblem(url)]).toEqual([url, "The address is not on the public internet"]);
  });

  it("of this machine and of private networks are never connected to", async () => {
    const canaries = await startCanaries();
    const zone = new Map([...LOOPBACK_NAMES, ...PRIVATE_NAMES, [REBINDING_NAME, rebindingAnswers]]);
    const dns = await startTestDns(zone);
    onTestFinished(async () => {
      dns.stop();
      await canaries.stop();
    });
    const sender = createWebhookSender({ resolve: dns.resolve, allowHosts: [`allowed.test:${canaries.port}`] });
    const at = (host: string, scheme = "https") => `${scheme}://${host}:${canaries.port}/`;
    const hosts = [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS, ...LOOPBACK_NAMES.keys(), ...PRIVATE_NAMES.keys()];
    const refused = [
      ...hosts.flatMap((host) => [at(host), at(host, "http")]),
      ...disguisedAddresses(canaries.port, `allowed.test:${canaries.port}`),
    ];
    for (const url of refused) {
      const { status, error } = await sender.post({ url, ...MESSAGE });
      expect([url, status, error]).toEqual([url, null, expect.stringMatching(/^The (?:address|request)/)]);
    }
    // Public at the first look-up, and this machine at the second one.
    await sender.post({ url: at(REBINDING_NAME), ...MESSAGE });
    await sender.post({ url: at(REBINDING_NAME), ...MESSAGE });
    expect(refused.length).toBeGreaterThan(60);
    expect(canaries.connections).toBe(0);
  });
});
