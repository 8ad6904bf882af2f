import { AppError, type ErrorCode } from "../errors";

/** Reasons to refuse a change of the caller's own account, with their English texts. Pages translate the key. */
const TEXT_BY_REFUSAL = {
  wrongPassword: "The password is wrong",
  passwordChanged: "The password was changed meanwhile",
  wrongEmail: "This is not the e-mail address of the account",
  liveSubscription: "Cancel the subscription first",
  cancellationOpen: "The payment provider has not confirmed the cancellation yet. Try again later",
  wrongCode: "The code is wrong or was used before",
  codesUnreadable: "The app's codes cannot be checked any more. Use a recovery code",
  codesLocked: "Too many wrong codes. Use a recovery code, or try again later",
  secondFactorOn: "The second factor is on already",
  secondFactorOver: "There is no second factor to confirm",
  recoveryCodesMissed: "The second factor is on already, and its recovery codes were sent then",
  administrator: "An administrator's account cannot be deleted",
} as const;

export type AccountRefusal = keyof typeof TEXT_BY_REFUSAL;

/** Error codes of wrong input and of too many attempts. All other refusals conflict with the account's state. */
const CODE_BY_REFUSAL: ReadonlyMap<AccountRefusal, ErrorCode> = new Map([
  ["wrongPassword", "bad_request"],
  ["wrongEmail", "bad_request"],
  ["wrongCode", "bad_request"],
  ["codesLocked", "rate_limited"],
]);

/** @param retryAfterSeconds for `codesLocked`: seconds until codes are accepted again */
export function accountRefusal(refusal: AccountRefusal, retryAfterSeconds?: number): AppError {
  const code = CODE_BY_REFUSAL.get(refusal) ?? "conflict";
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new AppError(code, TEXT_BY_REFUSAL[refusal], { fields: { refusal }, ...wait });
}

export function isAccountRefusal(value: unknown): value is AccountRefusal {
  return typeof value === "string" && Object.hasOwn(TEXT_BY_REFUSAL, value);
}
