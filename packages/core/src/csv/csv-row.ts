/** What a cell can hold. Nothing is an empty cell. */
export type CsvValue = string | number | bigint | Date | null;

/** A text that starts so is taken for a formula by programs that calculate; some read the wide signs of East Asian texts alike. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line break. A text that would be a formula gets an apostrophe in front, which such
 * programs do not show; numbers keep their sign.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
