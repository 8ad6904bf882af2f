import { accountRefusal } from "@app/core/account/refusal";
import type { ServiceContext } from "../context";
import { checkCode } from "./check-code";

/** @throws AppError `bad_request` for a wrong code, `rate_limited` after too many */
export async function requireCode(ctx: ServiceContext, given: { userId: string; code: string }): Promise<void> {
  const outcome = await checkCode(ctx, given);
  if (outcome.kind === "locked") throw accountRefusal("codesLocked", outcome.retryAfterSeconds);
  if (outcome.kind === "wrong") throw accountRefusal("wrongCode");
}
