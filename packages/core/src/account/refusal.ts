import { AppError } from "../errors";

/** Why a change of one's own account was refused, each with its text; pages say it in the reader's language. */
const TEXT_BY_REFUSAL = {
  wrongPassword: "The password is wrong",
  passwordChanged: "The password was changed meanwhile",
  wrongEmail: "This is not the e-mail address of the account",
  liveSubscription: "Cancel the subscription first",
  administrator: "An administrator's account cannot be deleted",
} as const;

export type AccountRefusal = keyof typeof TEXT_BY_REFUSAL;

export function accountRefusal(refusal: AccountRefusal): AppError {
  const code = refusal === "wrongPassword" || refusal === "wrongEmail" ? "bad_request" : "conflict";
  return new AppError(code, TEXT_BY_REFUSAL[refusal], { fields: { refusal } });
}

export function isAccountRefusal(word: unknown): word is AccountRefusal {
  return typeof word === "string" && Object.hasOwn(TEXT_BY_REFUSAL, word);
}
