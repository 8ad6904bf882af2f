import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useWholeApp } from "../whole-app";
import { ENTRIES, type Entry, expectedRefusal } from "./access-manifest/entries";
import { type Caller, createCallers } from "./callers";
import { ATTACKS, attack } from "./cross-site-attacks";
import { createFingerprint, send } from "./effects";
import { methodOf, requestsOf } from "./requests";

const app = useWholeApp();
let callers: Caller[];
let fingerprint: () => Promise<Record<string, unknown>>;
const refused = { routes: 0, requests: 0 };

/** Webhooks and cron calls come from other servers, with credentials of their own. */
const BY_SERVERS: ReadonlySet<string> = new Set(["provider signature", "cron secret"]);
const MESSAGE = "Cross-site request refused";
const REFUSAL = JSON.stringify({ error: MESSAGE });
const OPENAI_REFUSAL = JSON.stringify({
  error: { message: MESSAGE, type: "permission_error", code: "permission_denied", param: null },
});
const UNSAFE_METHODS = ["POST", "PUT", "PATCH", "DELETE"];

beforeAll(async () => {
  callers = await createCallers(app);
  fingerprint = await createFingerprint(app);
});

/** A caller with permission, whose browser an attacker would use; signed in where possible. */
function victimOf(entry: Entry): Caller {
  const allowed = callers.filter(({ standing }) => expectedRefusal(entry, standing) === null);
  const victim = allowed.find(({ ownName }) => ownName !== null) ?? allowed[0] ?? callers[0];
  if (!victim) throw new Error("There are no callers");
  return victim;
}

const named = (entries: readonly Entry[]) => entries.map((entry) => [entry.name, entry] as const);
const isForServers = ({ audience }: Entry) => BY_SERVERS.has(audience);
const UNSAFE = ENTRIES.filter((entry) => methodOf(entry) !== "GET" && !isForServers(entry));

describe("requests that change something", () => {
  afterAll(() => {
    expect(refused.routes).toBe(UNSAFE.length);
    process.stdout.write(
      `cross-site: ${refused.routes} unsafe routes and procedures × ${ATTACKS.length} attacks, ${refused.requests} requests in all, every one refused and nothing changed\n`,
    );
  });

  it.each(named(UNSAFE))("%s is refused for another site", async (_n, entry) => {
    const { fixtures, headers } = victimOf(entry);
    const requests = requestsOf(entry, fixtures).flatMap((request) =>
      UNSAFE_METHODS.map((method) => ({ ...request, method })),
    );
    const before = await fingerprint();
    const sent = requests.flatMap((request) => ATTACKS.map((kind) => ({ request, kind })));
    const responses = await Promise.all(sent.map(({ request, kind }) => attack(app, request, kind, headers)));
    for (const [index, response] of responses.entries())
      expect(response, sent[index]?.kind.name).toEqual({
        status: 403,
        body: sent[index]?.request.path.startsWith("/v1/") ? OPENAI_REFUSAL : REFUSAL,
      });
    expect(await fingerprint()).toEqual(before);
    refused.routes += 1;
    refused.requests += responses.length;
  });

  it.each(named(ENTRIES.filter(isForServers)))("%s is called by servers, which have no site", async (_n, entry) => {
    const { fixtures, headers } = victimOf(entry);
    for (const request of requestsOf(entry, fixtures))
      for (const kind of ATTACKS)
        expect((await attack(app, request, kind, headers)).status).toBe(expectedRefusal(entry, "nobody")?.status);
  });
});

describe("requests that read", () => {
  it.each(named(ENTRIES.filter(({ readingWrites }) => !readingWrites)))(
    "%s by GET changes nothing",
    async (_n, entry) => {
      const { fixtures, headers } = victimOf(entry);
      const { "requests to others": _before, ...before } = await fingerprint();
      for (const { path, method } of requestsOf(entry, fixtures)) {
        const { status } = await send(app, { path, method: "GET", headers: {} }, headers);
        // A procedure that writes refuses GET.
        if (entry.kind === "procedure" && method === "POST") expect(status).toBe(405);
      }
      const { "requests to others": _after, ...after } = await fingerprint();
      expect(after).toEqual(before);
    },
  );
});
