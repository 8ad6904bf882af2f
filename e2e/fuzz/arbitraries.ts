import fc from "fast-check";
import type { FuzzContext } from "./fuzz-group";
import { CONFUSABLES, HOSTILE_TEXTS } from "./hostile-texts";

/** Depth of nested JSON that could exhaust the stack. */
const DEPTHS = [100, 1_000, 5_000, 20_000];
const LONG_CHARS = [1_000, 10_000, 100_000];

/** Hostile texts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...CONFUSABLES) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "é", "\uD800", "0", "["), fc.constantFrom(...LONG_CHARS))
      .map(([piece, count]) => piece.repeat(count)),
  },
);

const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e309",
  "-1e309",
  "1e-400",
  "9007199254740993",
  "2147483648",
  "1".repeat(400),
  "10000000",
  "-10000001",
  "NaN",
  "Infinity",
  "0x1F",
  "01",
  "+1",
  ".5",
];

const nested: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(["[", "]"], ['{"a":', "}"], ['{"__proto__":', "}"]), fc.constantFrom(...DEPTHS))
  .map(([[open = "", close = ""], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

/** One value as JSON, or as malformed JSON. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 5, arbitrary: fc.constantFrom(...NUMBERS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("null", "true", "false", "[]", "{}", '[""]', '{"length":1}', '"\\u0000"', "'a'"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"role":"admin"}}}',
      '{"toString":1}',
      '{"then":1}',
      '{"toJSON":1}',
    ),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: nested },
);

const PROTOTYPE_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "role",
  "credits",
  "userId",
  "id",
  "",
  "\0",
];

/** A route's fields with valid values. */
export type Fields = Readonly<Record<string, readonly unknown[]>>;

/** The JSON of an object whose fields are valid, invalid, missing, repeated or unknown. */
export function hostileObject(fields: Fields): fc.Arbitrary<string> {
  const own = Object.entries(fields).map(([name, values]) =>
    fc
      .oneof(
        { weight: 5, arbitrary: fc.constantFrom(...values.map((value) => JSON.stringify(value))) },
        { weight: 2, arbitrary: hostileJson },
      )
      .map((value) => `${JSON.stringify(name)}:${value}`),
  );
  const foreign = fc
    .tuple(fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS, ...Object.keys(fields)), hostileText), hostileJson)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const present = own.map((member) => fc.option(member, { freq: 8, nil: null }));
  return fc
    .tuple(
      fc.tuple(...present),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(foreign, { maxLength: 3 })),
    )
    .map(([members, more]) => `{${[...members.filter((member) => member !== null), ...more].join(",")}}`);
}

/** A body for a route that takes such an object, or anything else. */
export function hostileBody(fields: Fields): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 12, arbitrary: hostileObject(fields).map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: hostileJson.map((text) => Buffer.from(text)) },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileObject(fields), fc.nat(200)).map(([text, cut]) => Buffer.from(text.slice(0, -cut))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: hostileObject(fields).map((text) => Buffer.from(`\uFEFF${text}`, "utf16le")) },
  );
}

/** A lone surrogate cannot be encoded in a URL. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

/** A path segment or part of a query as sent. Invalid percent encoding is kept. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 1_000)))),
  hostileText.map((text) => text.replace(/[^\x21-\x7e]|[?#/]/g, "").slice(0, 1_000)),
  fc.constantFrom("%", "%zz", "%c3%28", "%ff", "%00", "%2e%2e%2f", "..", ".", "%E0%A4%A", "%u0041", "*", ",", ";a=b"),
);

/** A query with these and other names. */
export function hostileQuery(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names, "__proto__") }, hostileSegment);
  const part = fc.tuple(name, hostileSegment).map(([key, value]) => `${key}=${value}`);
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: part }, hostileSegment), { maxLength: 5 })
    .map((parts) => parts.join("&"));
}

/** A header value that an HTTP parser accepts. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 2_000)),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 30 }),
);

/** Mostly signed-in users: a 401 tests little of the route. */
export function callerCookie(world: FuzzContext): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(world.userCookie) },
    { weight: 8, arbitrary: fc.constant(world.adminCookie) },
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: hostileHeader.map((value) => `authjs.session-token=${value}`) },
  );
}

/** As a record of headers, without an empty cookie. */
export function withCookie(cookie: string, headers: Record<string, string> = {}): Record<string, string> {
  return cookie === "" ? headers : { ...headers, cookie };
}

export const methods = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("GET", "POST") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "SEARCH") },
);
