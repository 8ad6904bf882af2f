import { WIDE_NETWORK_FACTOR, wideNetworkOf } from "@app/core/limits/rate-limits";
import type { ServiceContext } from "../context";
import type { LimitName } from "../platform/limits";
import { consumeRateLimits, type RateLimitUse } from "../platform/rate-limits";
import { findDeviceId } from "./device-cookie";

/** Who tries to sign in or asks for a mail, as far as it is known before anybody has signed in. */
export interface Caller {
  /** The network address, as limits count it. */
  readonly clientAddress: string;
  /** The cookie of a browser that has signed in before. */
  readonly deviceCookie: string | null;
}

/** Counts on a caller's network: an IPv6 address on its /64 and, with a higher allowance, on the /48 around it. */
export function addressLimitUses(limit: LimitName, clientAddress: string, account = ""): RateLimitUse[] {
  // A text that no two pairs share, whatever was typed as the account.
  const subjectOf = (network: string) => (account === "" ? network : JSON.stringify([account, network]));
  const wide = wideNetworkOf(clientAddress);
  const hit = { limit, subject: subjectOf(clientAddress) };
  return wide === null ? [hit] : [hit, { limit, subject: subjectOf(wide), factor: WIDE_NETWORK_FACTOR }];
}

/** What a password that is tried counts on. */
export function passwordLimitUses(ctx: ServiceContext, caller: Caller, email: string): Promise<RateLimitUse[]> {
  return accountLimitUses(ctx, caller, email, ["signInByAccount", "signInByAddress"]);
}

/**
 * Counts a requested mail on the caller. How many of them are sent to one address is the job's to limit.
 * @throws AppError `rate_limited`, whether or not the address has an account
 */
export async function consumeMailLimits(ctx: ServiceContext, caller: Caller, email: string): Promise<void> {
  await consumeRateLimits(ctx, await accountLimitUses(ctx, caller, email, ["mailByAccount", "mailByAddress"]));
}

/**
 * A browser that has signed in to the account before has an allowance of its own, which nobody else can use up. Everybody else counts on
 * the account together with the network, and on the network.
 */
async function accountLimitUses(
  ctx: ServiceContext,
  { clientAddress, deviceCookie }: Caller,
  email: string,
  [byAccount, byAddress]: readonly [LimitName, LimitName],
): Promise<RateLimitUse[]> {
  if (!ctx.config.limits) return [];
  const account = email.trim().toLowerCase();
  const browserId = await findDeviceId(ctx, account, deviceCookie);
  if (browserId !== null) return [{ limit: byAccount, subject: JSON.stringify([account, "browser", browserId]) }];
  return [...addressLimitUses(byAccount, clientAddress, account), ...addressLimitUses(byAddress, clientAddress)];
}
