import type { ServiceContext } from "../context";
import { type LedgerVerification, verifyLedger } from "../ledger/verify-ledger";

/** More than these nobody reads on a page; `pnpm ledger:verify` lists them. */
const SHOWN_MAX = 50;

export interface LedgerCheck extends LedgerVerification {
  /** How many there are; `differences` holds the first 50 of them. */
  differenceCount: number;
}

/** Whether all the money adds up, as an administrator sees it. Reads every entry there is. */
export async function checkLedger(ctx: ServiceContext): Promise<LedgerCheck> {
  const { differences, ...counts } = await verifyLedger(ctx.db);
  return { ...counts, differenceCount: differences.length, differences: differences.slice(0, SHOWN_MAX) };
}
