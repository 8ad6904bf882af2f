/** What went wrong, for the reader, and whether something in particular helps. */
export interface Failure {
  message: string;
  remedy: "buy_credits" | "sign_in" | "none";
}

export const UNREACHABLE: Failure = {
  message: "The server could not be reached. Check your connection and try again.",
  remedy: "none",
};

const UNAUTHORIZED = 401;
const PAYMENT_REQUIRED = 402;
const SERVER_ERROR_MIN = 500;

/** The failure an HTTP status and its error text stand for. */
export function failureOf(status: number, message: string): Failure {
  if (status === UNAUTHORIZED) return { message: "Your session has ended.", remedy: "sign_in" };
  if (status === PAYMENT_REQUIRED)
    return { message: "You do not have enough credits for this.", remedy: "buy_credits" };
  if (status >= SERVER_ERROR_MIN && message === "Internal server error") {
    return { message: "Something went wrong on our side. Try again in a moment.", remedy: "none" };
  }
  return { message, remedy: "none" };
}
