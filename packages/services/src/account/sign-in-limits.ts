import { WIDE_NETWORK_FACTOR, wideNetworkOf } from "@app/core/limits/rate-limits";
import type { ServiceContext } from "../context";
import type { LimitName } from "../platform/limits";
import { consumeRateLimits, type RateLimitUse } from "../platform/rate-limits";
import { findDeviceId } from "./device-cookie";

/** The sender of a request that is not signed in. */
export interface Caller {
  /** The network address that limits count: an IPv4 address or an IPv6 /64. */
  readonly clientAddress: string;
  /** The cookie of a browser that has signed in before. */
  readonly deviceCookie: string | null;
}

/** The uses of a limit by a network address: for IPv6 its /64 and, with a higher limit, its /48. */
export function addressLimitUses(limit: LimitName, clientAddress: string, account = ""): RateLimitUse[] {
  // JSON keeps the pair unambiguous for any text that was entered as the account.
  const subjectOf = (network: string) => (account === "" ? network : JSON.stringify([account, network]));
  const wide = wideNetworkOf(clientAddress);
  const use = { limit, subject: subjectOf(clientAddress) };
  return wide === null ? [use] : [use, { limit, subject: subjectOf(wide), factor: WIDE_NETWORK_FACTOR }];
}

/** The limits that a request counts on. */
export interface CallerUses {
  network: readonly RateLimitUse[];
  account: readonly RateLimitUse[];
}

/**
 * Counts on the network first: one that has used up its limit writes no counters of the accounts that it goes on to name, which would fill the
 * database faster than maintenance deletes them.
 * @throws AppError `rate_limited`
 */
export async function consumeCallerLimits(ctx: ServiceContext, { network, account }: CallerUses): Promise<void> {
  await consumeRateLimits(ctx, network);
  await consumeRateLimits(ctx, account);
}

/** The limits that an attempted password counts on. */
export function passwordLimitUses(ctx: ServiceContext, caller: Caller, email: string): Promise<CallerUses> {
  return accountLimitUses(ctx, caller, email, ["signInByAccount", "signInByAddress"]);
}

/**
 * Counts a requested mail on its caller. The job limits how many mails one address gets (`throttleMail`).
 * @throws AppError `rate_limited`, whether or not the address has an account
 */
export async function consumeMailLimits(ctx: ServiceContext, caller: Caller, email: string): Promise<void> {
  await consumeCallerLimits(ctx, await accountLimitUses(ctx, caller, email, ["mailByAccount", "mailByAddress"]));
}

/**
 * A browser that has signed in to the account before counts on its own, so that nobody else can use up its limit. Others count on the
 * account together with the network, and on the network.
 */
async function accountLimitUses(
  ctx: ServiceContext,
  { clientAddress, deviceCookie }: Caller,
  email: string,
  [byAccount, byAddress]: readonly [LimitName, LimitName],
): Promise<CallerUses> {
  if (!ctx.config.limits) return NO_USES;
  const account = email.trim().toLowerCase();
  const browserId = await findDeviceId(ctx, account, deviceCookie);
  if (browserId !== null)
    return { network: [], account: [{ limit: byAccount, subject: JSON.stringify([account, "browser", browserId]) }] };
  return {
    network: addressLimitUses(byAddress, clientAddress),
    account: addressLimitUses(byAccount, clientAddress, account),
  };
}

/** For a service without limits, and for a password that the same request has set. */
export const NO_USES: CallerUses = { network: [], account: [] };
