import { faultScale } from "@app/sandbox/testing/fault-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { useTestContext } from "../test-context";
import { ACTION_WEIGHTS, type Action, type ActionName, act } from "./customer-lives/actions";
import { findDifferences } from "./customer-lives/compare";
import { createCustomer, settle } from "./customer-lives/customer";
import { emptyTables } from "./empty-tables";

const LIVES = faultScale({ short: 11, long: 400 });
/** A life has chapters. After each one everything is delivered and compared: later actions would hide a difference. */
const CHAPTERS_MAX = 3;
const ACTIONS_MAX = 16;
/** Within the short form its lives buy a plan while an older one is resumed, and pay a checkout from before a resumption. */
const SHORT_SEED = 4;
const TEST_MAX_MS = faultScale({ short: 120_000, long: 3_600_000 });
/** Leaves time to report the smallest failing life that was found. */
const LIVES_MAX_MS = TEST_MAX_MS - 10_000;

const ctx = useTestContext();

const weightedNames = Object.entries(ACTION_WEIGHTS).map(([name, weight]) => ({
  weight,
  arbitrary: fc.constant(name as ActionName),
}));
const action: fc.Arbitrary<Action> = fc.record({ name: fc.oneof(...weightedNames), luck: fc.noBias(fc.nat()) });
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
        const customer = await createCustomer(ctx);
        for (const actions of chapters) {
          for (const one of actions) await act(customer, one);
          await settle(customer);
          actionsRun += actions.length;
          expect(await findDifferences(customer), customer.life.story).toEqual([]);
        }
      }),
      { numRuns: LIVES, seed, interruptAfterTimeLimit: LIVES_MAX_MS, markInterruptAsFailure: true },
    );
    console.log(`fault: customer lives: ${LIVES} lives, ${actionsRun} actions, seed ${seed}: 0 differences`);
  },
  TEST_MAX_MS,
);
