import type { CheckoutReturn, ReturnParameter } from "./return-address";

const BALANCE_KEY = "genmint-balance-before-checkout";
const PATH_KEY = "genmint-interrupted-path";

/** Keeps the balance from before a checkout: the payment may be booked before the buyer is back. */
export function saveBalanceBeforeCheckout(credits: number): void {
  sessionStorage.setItem(BALANCE_KEY, String(credits));
}

/** The balance from before the checkout the reader comes from; null when it began elsewhere. */
export function loadBalanceBeforeCheckout(): number | null {
  const text = sessionStorage.getItem(BALANCE_KEY);
  return text === null ? null : Number(text);
}

/** Keeps a return from a checkout until it has been dealt with: its address no longer tells of it. */
export function saveCheckoutReturn(mark: ReturnParameter, returned: CheckoutReturn): void {
  sessionStorage.setItem(returnKey(mark), JSON.stringify(returned));
}

export function loadCheckoutReturn(mark: ReturnParameter): CheckoutReturn | null {
  const text = sessionStorage.getItem(returnKey(mark));
  return text === null ? null : JSON.parse(text);
}

/** The return has been dealt with, and the balance from before it is history. */
export function clearCheckoutReturn(mark: ReturnParameter): void {
  sessionStorage.removeItem(returnKey(mark));
  sessionStorage.removeItem(BALANCE_KEY);
}

const returnKey = (mark: ReturnParameter) => `genmint-return-${mark.name}`;

/** Keeps where somebody ran out of credits who goes to the billing page to choose. */
export function saveInterruptedPath(path: string): void {
  sessionStorage.setItem(PATH_KEY, path);
}

/** Where the reader ran out of credits, told once. */
export function takeInterruptedPath(): string | null {
  const path = sessionStorage.getItem(PATH_KEY);
  sessionStorage.removeItem(PATH_KEY);
  return path;
}
