const KEY = "genmint-balance-before-checkout";

/** Keeps the balance from before a checkout: the payment may be booked before the buyer is back. */
export function rememberBalance(credits: number): void {
  sessionStorage.setItem(KEY, String(credits));
}

/** The balance from before the checkout the reader comes from; null when it began elsewhere. */
export function recallBalance(): number | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : Number(text);
}

export function forgetBalance(): void {
  sessionStorage.removeItem(KEY);
}
