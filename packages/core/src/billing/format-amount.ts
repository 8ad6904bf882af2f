/** An amount with its currency's symbol: 500 cents of `usd` → "$5.00", 500 of `jpy`, which has no cents, → "¥500". */
export function formatCents(amountCents: number, currency: string): string {
  return formatMinorUnits(new Intl.NumberFormat("en-US", { style: "currency", currency }), amountCents);
}

/** Formats an amount in a currency's smallest unit, which is a hundredth of the unit in most currencies, but not in all. */
export function formatMinorUnits(format: Intl.NumberFormat, amount: number): string {
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
