/** The mark of an address a paid checkout comes back to, on any page but billing's own. */
export const PURCHASE_RETURN_PARAMETER = { name: "purchase", value: "success" } as const;
/** Billing's, which is also where checkouts lead that name no address. */
export const BILLING_RETURN_PARAMETER = { name: "success", value: "1" } as const;

export type ReturnParameter = typeof PURCHASE_RETURN_PARAMETER | typeof BILLING_RETURN_PARAMETER;

/** What a return adds to an address: the marks, and the provider's own parameters. */
const RETURN_PARAMETERS = [
  PURCHASE_RETURN_PARAMETER.name,
  BILLING_RETURN_PARAMETER.name,
  "checkout_id",
  "order_id",
  "customer_id",
  "subscription_id",
  "product_id",
  "request_id",
  "signature",
];

/** What is left of an address's parameters once a return has been dealt with. */
export function withoutReturnParameters(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of RETURN_PARAMETERS) rest.delete(name);
  return rest;
}

/** Where a checkout leads that is begun on this page: back to it, query kept. */
export function checkoutReturnUrls(pageUrl: string, mark: ReturnParameter): { successUrl: string; cancelUrl: string } {
  const page = new URL(pageUrl);
  page.search = withoutReturnParameters(page.searchParams).toString();
  const cancelUrl = page.toString();
  page.searchParams.set(mark.name, mark.value);
  return { successUrl: page.toString(), cancelUrl };
}

/** A return from a checkout, as the address tells of it. */
export interface CheckoutReturn {
  checkoutId: string | null;
  /** The provider's order, whose id the payment has. */
  paymentId: string | null;
}

export function readCheckoutReturn(params: URLSearchParams, mark: ReturnParameter): CheckoutReturn | null {
  if (params.get(mark.name) !== mark.value) return null;
  return { checkoutId: params.get("checkout_id"), paymentId: params.get("order_id") };
}

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
