import { createDb, type Db } from "@app/db/client/db";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../../src/context";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import { useTestContext } from "../test-context";
import { MONEY_PATHS, type MoneyMove, type MoneyPath } from "./money-paths";
import { readMoney } from "./read-money";
import { type CutPoint, startWireProxy, type WireProxy } from "./wire-proxy";

/** Cuts before and after every message, or this many cuts spread evenly. */
const CUTS_PER_PATH = faultScale({ short: 8, long: Number.POSITIVE_INFINITY });
const PATH_MAX_MS = faultScale({ short: 60_000, long: 900_000 });
/** A caller that loses the connection gets an error within this time, long before the timeout of the transaction. */
const RESPONSE_MAX_MS = 10_000;

const direct = useTestContext();
let proxy: WireProxy;
let proxied: ServiceContext & { db: Db };

beforeAll(async () => {
  proxy = await startWireProxy(direct.databaseUrl);
  // One connection, so that every run sends the same messages in the same order.
  proxied = { ...direct, db: createDb(proxy.url, { poolMax: 1 }) };
});
afterAll(async () => {
  await proxied.db.$disconnect();
  await proxy.stop();
});

const read = (move: MoneyMove) => readMoney(direct.db, move.userIds);

/** Runs the move over a new connection that is cut at this point. Returns whether the caller got a success. */
async function runCut(move: MoneyMove, cut: CutPoint | null): Promise<boolean> {
  await proxied.db.$disconnect();
  proxy.arm(cut);
  const succeeded = await settled(move.run(proxied));
  await proxied.db.$disconnect();
  await proxy.released();
  return succeeded;
}

async function settled(call: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${RESPONSE_MAX_MS} ms`)), RESPONSE_MAX_MS);
  });
  const outcome = call.then(
    () => true,
    () => false,
  );
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

/** Runs the move without a cut: the number of messages, and the money before and after. */
async function rehearse(path: MoneyPath) {
  const move = await path.prepare(direct);
  const nothing = await read(move);
  expect(await runCut(move, null)).toBe(true);
  return { messages: proxy.messagesSeen(), nothing, all: await read(move) };
}

function cutPoints(messages: number): CutPoint[] {
  const points = Array.from({ length: messages }, (_, index) => index + 1).flatMap((message): CutPoint[] => [
    { message, when: "before" },
    { message, when: "after" },
  ]);
  const step = Math.max(1, Math.ceil(points.length / CUTS_PER_PATH));
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

describe("a money path whose connection to the database is cut", () => {
  for (const path of MONEY_PATHS) {
    it(
      `is done whole or not at all: ${path.name}`,
      async () => {
        const { messages, nothing, all } = await rehearse(path);
        expect(all).not.toEqual(nothing);
        const points = cutPoints(messages);
        const counts = { nothing: 0, all: 0, unsure: 0 };

        for (const cut of points) {
          const where = `cut ${cut.when} message ${cut.message} of ${messages}`;
          const move = await path.prepare(direct);
          const succeeded = await runCut(move, cut);
          expect(proxy.hasCut(), where).toBe(true);
          const left = await read(move);
          const isAll = JSON.stringify(left) === JSON.stringify(all);
          expect(left, where).toEqual(isAll ? all : nothing);
          if (succeeded) expect(left, `${where}, and the caller got a success`).toEqual(all);
          counts[isAll ? "all" : "nothing"] += 1;
          if (isAll && !succeeded) counts.unsure += 1;
          if (path.again === null) continue;
          expect(await runCut(move, null), `${where}, then done again`).toBe(!isAll || path.again === "done");
          expect(await read(move), `${where}, then done again`).toEqual(all);
        }

        expect((await verifyLedger(direct.db)).differences).toEqual([]);
        console.log(
          `fault: connection cuts, ${path.name}: ${messages} messages, ${points.length} cuts, ${counts.nothing} left nothing, ` +
            `${counts.all} left all (${counts.unsure} of them without a success), 0 left a part, 0 doubled, 0 differences`,
        );
      },
      PATH_MAX_MS,
    );
  }
});
