/** Query parameter that marks the return from a paid checkout, on every page except billing. */
export const PURCHASE_RETURN_PARAMETER = { name: "purchase", value: "success" } as const;
/** The same on the billing page. Also used by checkouts that were started without a return URL. */
export const BILLING_RETURN_PARAMETER = { name: "success", value: "1" } as const;

export type ReturnParameter = typeof PURCHASE_RETURN_PARAMETER | typeof BILLING_RETURN_PARAMETER;

/** Query parameters added by a return: our own and those of the provider. */
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

/** Removes the parameters added by a return from a checkout. */
export function withoutReturnParameters(params: URLSearchParams): URLSearchParams {
  const pageParams = new URLSearchParams(params);
  for (const name of RETURN_PARAMETERS) pageParams.delete(name);
  return pageParams;
}

/** Builds the URLs a checkout returns to: the page it was started on, with its query. Only the success URL has the return parameter. */
export function checkoutReturnUrls(
  pageUrl: string,
  parameter: ReturnParameter,
): { successUrl: string; cancelUrl: string } {
  const page = new URL(pageUrl);
  page.search = withoutReturnParameters(page.searchParams).toString();
  const cancelUrl = page.toString();
  page.searchParams.set(parameter.name, parameter.value);
  return { successUrl: page.toString(), cancelUrl };
}

/** The URLs of a checkout that returns to the billing page, wherever it was started. */
export function billingReturnUrls(billingPath: string): { successUrl: string; cancelUrl: string } {
  return checkoutReturnUrls(`${window.location.origin}${billingPath}`, BILLING_RETURN_PARAMETER);
}

/** A return from a checkout, as read from the URL. */
export interface CheckoutReturn {
  checkoutId: string | null;
  /** The provider's order id, which is also the id of the payment. */
  paymentId: string | null;
}

export function readCheckoutReturn(params: URLSearchParams, parameter: ReturnParameter): CheckoutReturn | null {
  if (params.get(parameter.name) !== parameter.value) return null;
  return { checkoutId: params.get("checkout_id"), paymentId: params.get("order_id") };
}

const BALANCE_KEY = "genmint-balance-before-checkout";
const PATH_KEY = "genmint-interrupted-path";

/** Saves the balance before a checkout, because the payment may be booked before the user returns. */
export function saveBalanceBeforeCheckout(credits: number): void {
  sessionStorage.setItem(BALANCE_KEY, String(credits));
}

/** @returns the balance before the checkout, or null if the checkout was started in another browser tab */
export function loadBalanceBeforeCheckout(): number | null {
  const text = sessionStorage.getItem(BALANCE_KEY);
  return text === null ? null : Number(text);
}

/** Saves a return until it has been handled. Its URL parameters are removed at once, so a reload could not read them. */
export function saveCheckoutReturn(parameter: ReturnParameter, checkoutReturn: CheckoutReturn): void {
  sessionStorage.setItem(returnKey(parameter), JSON.stringify(checkoutReturn));
}

export function loadCheckoutReturn(parameter: ReturnParameter): CheckoutReturn | null {
  const text = sessionStorage.getItem(returnKey(parameter));
  return text === null ? null : JSON.parse(text);
}

/** Forgets a handled return and the balance before it. */
export function clearCheckoutReturn(parameter: ReturnParameter): void {
  sessionStorage.removeItem(returnKey(parameter));
  sessionStorage.removeItem(BALANCE_KEY);
}

const returnKey = (parameter: ReturnParameter) => `genmint-return-${parameter.name}`;

/** Saves the page where the user ran out of credits before going to the billing page. */
export function saveInterruptedPath(path: string): void {
  sessionStorage.setItem(PATH_KEY, path);
}

/** Returns the saved page once and forgets it. */
export function takeInterruptedPath(): string | null {
  const path = sessionStorage.getItem(PATH_KEY);
  sessionStorage.removeItem(PATH_KEY);
  return path;
}
