const CENTS_PER_UNIT = 100;

/** An amount as people read it: 500 cents of `usd` → "$5.00". */
export function formatCents(amountCents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amountCents / CENTS_PER_UNIT);
}
