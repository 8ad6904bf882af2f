/** A cell's value; null is an empty cell. */
export type CsvValue = string | number | bigint | Date | null;

/** Spreadsheet programs read a text that starts like this as a formula. Some also accept full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line break. A text that looks like a formula gets a leading apostrophe, which
 * spreadsheet programs hide. Numbers keep their sign.
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
