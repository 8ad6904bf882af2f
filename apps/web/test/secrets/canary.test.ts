import { startWorker } from "@app/services/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveCredits } from "../api-client";
import { startOtherServer, type TestApp, useTestApp } from "../app";
import { waitUntil } from "../wait-until";
import {
  CANARIES,
  countOccurrences,
  DATABASE_PASSWORD,
  dumpTexts,
  MAIL_PASSWORD,
  PROMPT,
  plantedSecrets,
  USER_EMAIL,
} from "./canaries";
import { EchoingServer } from "./echoing-server";
import { EchoingMailServer, runMailScenario } from "./mail-scenario";
import * as scenarios from "./scenarios";
import { RecordingClient } from "./scenarios";

const REFUSALS = [400, 401, 403, 422, 429, 500] as const;
const NOT_SENT = "mail waits: no mail server is configured";
const OAUTH_CODE = "canary-oauth-code-B5gY";

const echoingServer = await new EchoingServer().start();
const mailServer = new EchoingMailServer();
const SMTP_URL = `smtp://genmint:${MAIL_PASSWORD}@${await mailServer.start()}`;
const ADDRESSES = {
  PROVIDER_API_BASE: echoingServer.url,
  AI_BASE_URL: echoingServer.url,
  STORAGE_ENDPOINT: echoingServer.url,
  STORAGE_PUBLIC_URL: echoingServer.url,
};

/** Output that the process writes besides the log. */
const logs: string[] = [];
const responses: string[] = [];
const logTo = { write: (line: string) => void logs.push(line) };
const env = { ...CANARIES, ...ADDRESSES, SMTP_URL, LOG_LEVEL: "trace", RATE_LIMITS: "off" };
const app = useTestApp({ env, logTo });

/** Secrets that are created while the service runs, by name. */
const generatedSecrets = new Map([["an OAuth code", OAUTH_CODE]]);
const stops: (() => void)[] = [];

/** On a busy machine, a minute was too short. */
const SCENARIOS_MAX_MS = 240_000;

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write;
    stream.write = ((...args: Parameters<typeof write>) => {
      logs.push(String(args[0]));
      return write.apply(stream, args);
    }) as typeof write;
    stops.push(() => {
      stream.write = write;
    });
  }
  await playEverything();
}, SCENARIOS_MAX_MS);
afterAll(() => {
  for (const stop of stops) stop();
  echoingServer.stop();
  mailServer.stop();
});

async function playEverything(): Promise<void> {
  const userClient = new RecordingClient(app, responses);
  await scenarios.signInBadlyAndWell(userClient);
  generatedSecrets.set("a session token", /session-token=([^;]+)/.exec(userClient.cookieHeader)?.[1] ?? "");
  const { id } = await app.db.user.findUniqueOrThrow({ where: { email: USER_EMAIL } });
  await giveCredits(app, id, 100_000);
  for (const mode of REFUSALS) {
    echoingServer.mode = mode;
    await scenarios.callEveryProvider(userClient);
  }
  echoingServer.mode = "well";
  await scenarios.callEveryProvider(userClient);
  const program = new RecordingClient(app, responses);
  generatedSecrets.set("an API key", await scenarios.useApiKey(userClient, program));
  await scenarios.sendMalformed(userClient);
  const anonymousClient = () => new RecordingClient(app, responses);
  await scenarios.callCron(anonymousClient());
  const signatures = await scenarios.deliverWebhooks(anonymousClient(), id);
  for (const [index, signature] of signatures.entries()) generatedSecrets.set(`signature ${index + 1}`, signature);
  await scenarios.signInWithOAuth(anonymousClient(), OAUTH_CODE);
  for (const [name, value] of await runMailScenario(app, mailServer, responses)) generatedSecrets.set(name, value);
  await playBrokenServers();
}

/** Two services: one without a mail server, which logs that a mail waits; one whose database refuses its password. */
async function playBrokenServers(): Promise<void> {
  await withOtherServer({ SMTP_URL: undefined }, async ({ deps }) => {
    const worker = await startWorker(deps.service, deps.env.DATABASE_URL);
    await waitUntil("a mail is not sent", async () => logs.some((line) => line.includes(NOT_SENT)));
    await worker.stop();
  });
  const wrong = new URL(app.deps.env.DATABASE_URL);
  wrong.password = DATABASE_PASSWORD;
  await withOtherServer({ DATABASE_URL: wrong.href });
  // A moderation that refuses to decide, and repeats what it was asked.
  await withOtherServer({ PROVIDER_MODERATION: true }, async (_other, client) => {
    for (const mode of REFUSALS) {
      echoingServer.mode = mode;
      await scenarios.callEveryProvider(client);
    }
  });
}

async function withOtherServer(
  overrides: Parameters<typeof startOtherServer>[1],
  playMore?: (other: TestApp, client: RecordingClient) => Promise<void>,
): Promise<void> {
  const other = await startOtherServer(app, overrides, { logTo });
  const client = new RecordingClient(other.app, responses);
  await scenarios.askForMagicLink(client);
  await scenarios.signInBadlyAndWell(client);
  await scenarios.sendMalformed(client);
  await client.get("/readyz");
  await playMore?.(other.app, client);
  await other.stop();
}

const secrets = () => [...plantedSecrets(), ...generatedSecrets];
const findings = (where: string, text: string, names = secrets()) =>
  names
    .map(([name, value]) => [where, name, countOccurrences(text, value)] as const)
    .filter(([, , count]) => count > 0);

it("every scenario was run", () => {
  const all = responses.join("\n");
  for (const status of [200, 201, 302, 400, 401, 404, 500, 502]) expect(all).toMatch(new RegExp(`^${status} `, "m"));
  const log = logs.join("");
  const words = ["image generation failed", "chat answer failed", NOT_SENT, "sign-in failed", "request failed"];
  for (const word of [...words, "password authentication failed"]) expect(log).toContain(word);
  for (const [name, value] of secrets()) expect(value, name).toMatch(/.{12}/);
});

describe("no secret is", () => {
  it("in a log line", () => {
    const log = logs.join("");
    expect(findings("log", log, [...secrets(), ["a mail address", USER_EMAIL], ["a prompt", PROMPT]])).toEqual([]);
  });

  it("in a response", () => expect(findings("response", responses.join("\n"))).toEqual([]));

  it("in the database, except in the column of sessions", async () => {
    const dump = await dumpTexts(app.db);
    expect([...dump.values()].join("").length).toBeGreaterThan(10_000);
    expect(dump.get("public.session.sessionToken")).toBeDefined();
    dump.delete("public.session.sessionToken");
    expect([...dump].flatMap(([column, text]) => findings(column, text))).toEqual([]);
    const counted = `${logs.length} log lines, ${responses.length} responses, ${dump.size} columns`;
    console.log(`secrets: ${secrets().length} planted; ${counted}; 0 occurrences`);
  });
});
