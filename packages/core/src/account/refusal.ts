import { AppError, type ErrorCode } from "../errors";

/** Why a change of one's own account was refused, each with its text; pages say it in the reader's language. */
const TEXT_BY_REFUSAL = {
  wrongPassword: "The password is wrong",
  passwordChanged: "The password was changed meanwhile",
  wrongEmail: "This is not the e-mail address of the account",
  liveSubscription: "Cancel the subscription first",
  wrongCode: "The code is wrong or was used before",
  codesLocked: "Too many wrong codes. Use a recovery code, or try again later",
  secondFactorOn: "The second factor is on already",
  secondFactorOver: "There is no second factor to confirm",
  administrator: "An administrator's account cannot be deleted",
} as const;

export type AccountRefusal = keyof typeof TEXT_BY_REFUSAL;

/** What a mistake of the caller's, or too many, is answered as; the others conflict with how things are. */
const CODE_BY_REFUSAL: ReadonlyMap<AccountRefusal, ErrorCode> = new Map([
  ["wrongPassword", "bad_request"],
  ["wrongEmail", "bad_request"],
  ["wrongCode", "bad_request"],
  ["codesLocked", "rate_limited"],
]);

/** @param retryAfterSeconds for `codesLocked`: when codes are looked at again */
export function accountRefusal(refusal: AccountRefusal, retryAfterSeconds?: number): AppError {
  const code = CODE_BY_REFUSAL.get(refusal) ?? "conflict";
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new AppError(code, TEXT_BY_REFUSAL[refusal], { fields: { refusal }, ...wait });
}

export function isAccountRefusal(word: unknown): word is AccountRefusal {
  return typeof word === "string" && Object.hasOwn(TEXT_BY_REFUSAL, word);
}
