import { faultScale } from "@app/sandbox/testing/fault-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import { createUser, useTestContext } from "../test-context";
import { emptyTables } from "./empty-tables";
import { ledgerCommands, type Real } from "./ledger-commands";
import { LedgerModel } from "./ledger-model";

const SEQUENCES = faultScale({ short: 20, long: 5_000 });
const COMMANDS_MAX = 60;
const USERS = 3;
const TIMEOUT_MS = faultScale({ short: 120_000, long: 3_600_000 });

const ctx = useTestContext();

it(
  `no credit is lost, doubled or spent twice in ${SEQUENCES} sequences of up to ${COMMANDS_MAX} commands`,
  async () => {
    const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 2 ** 31);
    let commandsRun = 0;
    console.log(`fault: model: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.commands(ledgerCommands, { maxCommands: COMMANDS_MAX, size: "max" }), async (commands) => {
        await emptyTables(ctx);
        ctx.setNow(new Date("2026-01-31T10:00:00.000Z"));
        const users = await Promise.all(Array.from({ length: USERS }, () => createUser(ctx)));
        const model = new LedgerModel();
        for (const userId of users) model.addUser(userId);
        const real: Real = { ctx, users, sent: [], subscriptions: [] };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        commandsRun += [...commands].length;
        await expectSame(model);
      }),
      { numRuns: SEQUENCES, seed },
    );
    console.log(`fault: model: ${SEQUENCES} sequences, ${commandsRun} commands, seed ${seed}: 0 violations`);
  },
  TIMEOUT_MS,
);

async function expectSame(model: LedgerModel): Promise<void> {
  const users = await ctx.db.user.findMany({ select: { id: true, credits: true } });
  expect(new Map(users.map((user) => [user.id, user.credits]))).toEqual(model.balances);
  const left = await ctx.db.subscriptionCreditSchedule.aggregate({ _sum: { totalCreditsRemaining: true } });
  expect(left._sum.totalCreditsRemaining ?? 0).toBe(model.owed);
  expect((await verifyLedger(ctx.db)).differences).toEqual([]);
}
