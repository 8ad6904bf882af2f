import { once } from "node:events";
import http, { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  disguisedAddresses,
  LOOPBACK_HOSTS,
  LOOPBACK_NAMES,
  PRIVATE_HOSTS,
  PRIVATE_NAMES,
  REBINDING_NAME,
  rebindingAnswers,
  redirectTargets,
  SYSTEM_NAMES,
} from "../../test/ssrf-addresses";
import { type Canaries, closeServer, startCanaries, startTestDns, type TestDns } from "../../test/ssrf-servers";
import { rejection } from "../../test/upstream";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch";
import type { ResolveHost } from "./public-address";

const ADDRESSES_MIN = 60;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/** What a refusal is; anything else, such as a refused connection, would mean that the address was tried. */
const REFUSAL = /^(?:AddressRefusedError|UpstreamError): /;
const zone = new Map([...LOOPBACK_NAMES, ...PRIVATE_NAMES, [REBINDING_NAME, rebindingAnswers]]);

let canaries: Canaries;
let dns: TestDns;
let guardedFetch: GuardedFetch;
let connectionsAllowed = 0;
let addresses = 0;
/** Answers `/?target=…&status=…&hops=…` with a redirect to the target, after so many to itself. */
const redirector = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://redirector");
  const hops = Number(searchParams.get("hops") ?? 0);
  const target = searchParams.get("target");
  if (target === null) return void response.end("welcome");
  const onward = new URLSearchParams({ target, hops: String(hops - 1) });
  const location = Buffer.from(hops > 0 ? `/?${onward}` : target).toString("latin1");
  response.writeHead(Number(searchParams.get("status") ?? 302), { location }).end();
}).on("connection", () => {
  connectionsAllowed += 1;
});
let allowed = "";

beforeAll(async () => {
  canaries = await startCanaries();
  dns = await startTestDns(zone);
  await once(redirector.listen(0, "127.0.0.1"), "listening");
  allowed = `127.0.0.1:${(redirector.address() as AddressInfo).port}`;
  guardedFetch = createGuardedFetch({ allowHosts: [allowed], resolve: dns.resolve, connectTimeoutMs: 500 });
});
afterAll(async () => {
  dns.stop();
  await Promise.all([canaries.stop(), closeServer(redirector)]);
});

const signal = () => AbortSignal.timeout(10_000);
const at = (host: string) => `http://${host}:${canaries.port}/secret`;
const redirect = (target: string, { status = 302, hops = 0 } = {}) =>
  `http://${allowed}/?${new URLSearchParams({ target, status: String(status), hops: String(hops) })}`;

async function expectRefused(address: string, fetch: GuardedFetch = guardedFetch): Promise<void> {
  addresses += 1;
  const error = await rejection(fetch(address, signal()));
  expect([address, String(error)]).toEqual([address, expect.stringMatching(REFUSAL)]);
  expect([address, canaries.connections]).toEqual([address, 0]);
}

describe("the guard", () => {
  it("reaches a host that is allowed, also by a redirect", async () => {
    expect(await (await guardedFetch(`http://${allowed}/`, signal())).text()).toBe("welcome");
    expect(await (await guardedFetch(redirect("/", { hops: 2 }), signal())).text()).toBe("welcome");
    expect(connectionsAllowed).toBe(5);
  });

  it("refuses addresses of this machine, however they are written", async () => {
    for (const host of LOOPBACK_HOSTS) await expectRefused(at(host));
    for (const address of disguisedAddresses(canaries.port, allowed)) await expectRefused(address);
  });

  it("refuses what else is not the internet", async () => {
    for (const host of PRIVATE_HOSTS) await expectRefused(at(host));
  });

  it("refuses names of such addresses", async () => {
    for (const host of [...LOOPBACK_NAMES.keys(), ...PRIVATE_NAMES.keys()]) await expectRefused(at(host));
    const bySystem = createGuardedFetch();
    for (const host of SYSTEM_NAMES) {
      addresses += 1;
      // A system without one of these names has nothing to refuse.
      expect(String(await rejection(bySystem(at(host), signal())))).toMatch(
        /^AddressRefusedError: |ENOTFOUND|EAI_AGAIN/,
      );
    }
  });

  it("refuses them as the targets of redirects", async () => {
    for (const target of redirectTargets(canaries.port)) await expectRefused(redirect(target));
    for (const status of REDIRECT_STATUSES) await expectRefused(redirect(at("127.0.0.1"), { status }));
    for (const hops of [1, 2, 3, 4]) await expectRefused(redirect(at("127.0.0.1"), { hops }));
    await expectRefused(redirect("/", { hops: 3 }));
  });

  it("refuses an allowed host's other ports, and ports of other protocols", async () => {
    await expectRefused(`http://127.0.0.1:${canaries.port}/`);
    for (const port of [22, 25, 110, 445, 1023]) await expectRefused(`http://[3000::1]:${port}/`);
  });

  it("takes no credentials to an allowed host", async () => {
    const before = connectionsAllowed;
    await expectRefused(`http://user:password@${allowed}/`);
    await expectRefused(`http://user@${allowed}/`);
    expect(connectionsAllowed).toBe(before);
    await expectRefused(redirect(`http://user:password@${allowed}/`));
    expect(connectionsAllowed).toBe(before + 1);
  });

  it("connects to the address that it checked, whatever the name has become", async () => {
    addresses += 1;
    expect(String(await rejection(guardedFetch(at(REBINDING_NAME), signal())))).not.toMatch(REFUSAL);
    expect(dns.questions(REBINDING_NAME)).toBe(1);
    await expectRefused(at(REBINDING_NAME));
    await expectRefused(redirect(at(REBINDING_NAME)));
  });

  it("has let nobody reach the canaries", () => {
    expect(addresses).toBeGreaterThanOrEqual(ADDRESSES_MIN);
    expect(canaries.connections).toBe(0);
    process.stdout.write(`ssrf: ${addresses} addresses, ${canaries.connections} connections\n`);
  });
});

/** Runs last: proves that what was refused would have been reached. */
describe("without the guard", () => {
  async function reach(address: string, resolve: ResolveHost): Promise<void> {
    const request = http.get(address, {
      agent: false,
      signal: signal(),
      lookup: (name, _options, callback) => void resolve(name).then((found) => callback(null, [...found])),
    });
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
  }

  it("the same addresses reach the canaries", async () => {
    const loopbackOnly: ResolveHost = async (name) =>
      (await dns.resolve(name)).filter(({ address }) => /^(?:127\.|0\.0|::)/.test(address));
    const targets = [...LOOPBACK_HOSTS, ...LOOPBACK_NAMES.keys(), REBINDING_NAME];
    const unreached: string[] = [];
    for (const host of targets) {
      const before = canaries.connections;
      await reach(at(host), loopbackOnly).catch(() => undefined);
      if (canaries.connections === before) unreached.push(host);
    }
    expect(unreached).toEqual([]);
  });
});
