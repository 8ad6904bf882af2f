import fc from "fast-check";
import { hostileText } from "./values";

/** Half a surrogate pair cannot be written in an address. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

/** What a path segment or a query's part may hold on the wire: percent signs that mean nothing stay. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 1_000)))),
  hostileText.map((text) => text.replace(/[^\x21-\x7e]|[?#/]/g, "").slice(0, 1_000)),
  fc.constantFrom("%", "%zz", "%c3%28", "%ff", "%00", "%2e%2e%2f", "..", ".", "%E0%A4%A", "%u0041", "*", ",", ";a=b"),
);

/** A query of these names, and of others. */
export function hostileQuery(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names, "__proto__") }, hostileSegment);
  const part = fc.tuple(name, hostileSegment).map(([key, value]) => `${key}=${value}`);
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: part }, hostileSegment), { maxLength: 5 })
    .map((parts) => parts.join("&"));
}

/** A header's value: whatever a parser of HTTP lets through. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 2_000)),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 30 }),
);
