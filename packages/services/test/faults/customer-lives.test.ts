import { faultScale } from "@app/sandbox/testing/fault-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { useTestContext } from "../test-context";
import { ACTION_WEIGHTS, type Action, type ActionName, act } from "./customer-lives/actions";
import { findDifferences, findLedgerDifferences } from "./customer-lives/compare";
import { createCustomers, settle } from "./customer-lives/customer";
import { emptyTables } from "./empty-tables";

const LIVES = faultScale({ short: 5, long: 400 });
/** A life has chapters. After each one everything is delivered and compared: later actions would hide a difference. */
const CHAPTERS_MAX = 3;
const ACTIONS_MAX = 20;
/** Within the short form its lives do nearly all that lives can: a plan is bought while an older one is resumed, disputes are won, events are lost. */
const SHORT_SEED = 23;
const TEST_MAX_MS = faultScale({ short: 120_000, long: 3_600_000 });
/** Leaves time to report the smallest failing life that was found. */
const LIVES_MAX_MS = TEST_MAX_MS - 10_000;

const ctx = useTestContext();

const weightedNames = Object.entries(ACTION_WEIGHTS).map(([name, weight]) => ({
  weight,
  arbitrary: fc.constant(name as ActionName),
}));
/** Most actions are of one customer, so that the life is a full one. */
const actor = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const action: fc.Arbitrary<Action> = fc.record({ name: fc.oneof(...weightedNames), luck: fc.noBias(fc.nat()), actor });
const someOf = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.noBias(fc.array(item, { minLength: 1, maxLength, size: "max" }));
const life = someOf(someOf(action, ACTIONS_MAX), CHAPTERS_MAX);

it(
  `the service and the provider's books agree after ${LIVES} lives of a customer`,
  async () => {
    const seed = Number(process.env["FAULT_SEED"] ?? faultScale({ short: SHORT_SEED, long: Date.now() % 2 ** 31 }));
    let actionsRun = 0;
    console.log(`fault: customer lives: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(life, async (chapters) => {
        await emptyTables(ctx);
        const customers = await createCustomers(ctx);
        const [first] = customers;
        for (const actions of chapters) {
          for (const one of actions) await act(customers, one);
          await settle(first);
          actionsRun += actions.length;
          const differences = [await findLedgerDifferences(first)];
          for (const customer of customers) differences.push(await findDifferences(customer));
          expect(differences.flat(), first.life.story).toEqual([]);
        }
      }),
      { numRuns: LIVES, seed, interruptAfterTimeLimit: LIVES_MAX_MS, markInterruptAsFailure: true },
    );
    console.log(`fault: customer lives: ${LIVES} lives, ${actionsRun} actions, seed ${seed}: 0 differences`);
  },
  TEST_MAX_MS,
);
