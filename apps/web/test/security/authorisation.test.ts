import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useWholeApp } from "../whole-app";
import { ENTRIES, type Entry, expectedRefusal, type Refusal } from "./access-manifest/entries";
import { CALLER_NAMES, type Caller, createCallers } from "./callers";
import { createFingerprint, type Outcome, send } from "./effects";
import { foreignNames } from "./fixtures";
import { requestsOf } from "./requests";

const app = useWholeApp();
let callers: Caller[];
let fingerprint: () => Promise<Record<string, unknown>>;
let cellsPassed = 0;

beforeAll(async () => {
  callers = await createCallers(app);
  fingerprint = await createFingerprint(app);
});

afterAll(() => {
  expect(cellsPassed).toBe(ENTRIES.length * CALLER_NAMES.length);
  process.stdout.write(
    `authorisation: ${ENTRIES.length} entries × ${CALLER_NAMES.length} callers = ${cellsPassed} cells, all as the manifest says\n`,
  );
});

/** Calls the entry as this caller, in every form. */
async function callAll(entry: Entry, { fixtures, headers }: Caller): Promise<Outcome[]> {
  return Promise.all(requestsOf(entry, fixtures).map((request) => send(app, request, headers)));
}

/** Pages are requested one after another: they are rendered on one thread, and time out under load. */
async function callEach(entry: Entry, asking: readonly Caller[]): Promise<Outcome[][]> {
  if (entry.kind !== "page") return Promise.all(asking.map((caller) => callAll(entry, caller)));
  const responses: Outcome[][] = [];
  for (const caller of asking) responses.push(await callAll(entry, caller));
  return responses;
}

function expectRefused(caller: Caller, outcomes: Outcome[], { status, location }: Refusal): void {
  for (const outcome of outcomes) {
    expect(outcome.status, `${caller.name}: ${outcome.body.slice(0, 200)}`).toBe(status);
    if (location) expect(outcome.location, caller.name).toMatch(location);
    expect(foreignNames(outcome.body, caller.ownName), caller.name).toEqual([]);
  }
  cellsPassed += 1;
}

function expectAllowed(entry: Entry, caller: Caller, outcomes: Outcome[]): void {
  for (const { status, body } of outcomes) {
    expect(status, `${caller.name}: ${body.slice(0, 200)}`).toBe(entry.status);
    const isAboutOthers = entry.audience === "administrator";
    if (!isAboutOthers) expect(foreignNames(body, caller.ownName), caller.name).toEqual([]);
  }
  cellsPassed += 1;
}

// Refusals first: all rows still exist, so that only the missing permission can be the reason.
describe("without permission", () => {
  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))("is refused %s", async (_name, entry) => {
    const refused = callers.flatMap((caller) => {
      const refusal = expectedRefusal(entry, caller.standing);
      return refusal ? [{ caller, refusal }] : [];
    });
    const before = await fingerprint();
    const responses = await callEach(
      entry,
      refused.map(({ caller }) => caller),
    );
    for (const [index, { caller, refusal }] of refused.entries())
      expectRefused(caller, responses[index] ?? [], refusal);
    expect(await fingerprint()).toEqual(before);
  });
});

describe("with permission", () => {
  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))("is allowed %s", async (_name, entry) => {
    const allowed = callers.filter(({ standing }) => expectedRefusal(entry, standing) === null);
    const responses = await callEach(entry, allowed);
    for (const [index, caller] of allowed.entries()) expectAllowed(entry, caller, responses[index] ?? []);
  });
});

it("would find the names of other users in a response that shows them", async () => {
  const administrator = callers.find(({ name }) => name === "administrator");
  const names = ["GET /admin/users/:userId", "admin.ledger", "admin.users.get"];
  for (const entry of ENTRIES.filter(({ name }) => names.includes(name))) {
    if (!administrator) throw new Error("There is no administrator");
    for (const { body } of await callAll(entry, administrator))
      expect(foreignNames(body, administrator.ownName).join(), entry.name).toContain(administrator.fixtures.name);
  }
});
