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
