import fc from "fast-check";
import {
  callerCookie,
  type Fields,
  hostileJson,
  hostileObject,
  hostileSegment,
  methods,
  withCookie,
} from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup, Procedure } from "../fuzz-group";
import { VIDEO_REFUSALS } from "./rest-json";

/** superjson metadata, which inputs must not honour. */
const META = [
  "null",
  "{}",
  '{"values":{"a":["Date"]}}',
  '{"values":{"__proto__.x":["Date"]}}',
  '{"values":[["Error"]]}',
  '{"values":{"id":["bigint"],"email":["regexp"]}}',
  '{"referentialEqualities":{"a":["__proto__"]}}',
  '{"values":{"limit":[["custom","x"]]}}',
  '{"v":1}',
  "[]",
];
const BATCH_SIZES = [1, 2, 3, 10, 11, 200];

/** Fields of procedures, each with valid values. */
function fieldsOf(world: FuzzContext, { fields }: Procedure): Fields {
  const values = [
    ...world.victimIds.slice(0, 2),
    "none",
    "a boat",
    1,
    10,
    true,
    null,
    "2026-03-10",
    "free",
    "admin",
    "https://a.example/b.png",
  ];
  return Object.fromEntries(fields.map((field) => [field, values]));
}

function input(world: FuzzContext, procedure: Procedure): fc.Arbitrary<string> {
  const value = fc.oneof({ weight: 5, arbitrary: hostileObject(fieldsOf(world, procedure)) }, hostileJson);
  return fc.oneof(
    { weight: 8, arbitrary: value },
    {
      weight: 2,
      arbitrary: fc
        .tuple(value, fc.oneof(fc.constantFrom(...META), hostileJson))
        .map(([json, meta]) => `{"json":${json},"meta":${meta}}`),
    },
    { weight: 2, arbitrary: hostileJson },
  );
}

interface Call {
  name: string;
  type: Procedure["type"];
  input: string;
}

export function trpcGroup(world: FuzzContext): FuzzGroup {
  const call: fc.Arbitrary<Call> = fc.oneof(
    ...world.procedures.map((procedure) =>
      input(world, procedure).map((text) => ({ name: procedure.path, type: procedure.type, input: text })),
    ),
    fc.tuple(hostileSegment, hostileJson).map(([name, text]) => ({ name, type: "query" as const, input: text })),
  );
  const single = call.map(({ name, type, input: text }) => requestOf(type, name, "", text));
  const batch = fc
    .tuple(
      fc.array(call, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...BATCH_SIZES),
      fc.constantFrom("query", "mutation"),
    )
    .map(([calls, size, type]) => {
      const all = Array.from({ length: size }, (_item, index) => calls[index % calls.length] as Call);
      const text = `{${all
        .slice(0, 20)
        .map((one, index) => `"${index}":${one.input}`)
        .join(",")}}`;
      return requestOf(type, all.map(({ name }) => name).join(","), "batch=1", text);
    });
  const cases = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: single }, batch),
      callerCookie(world),
      fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, methods),
    )
    .map(
      ([request, cookie, method]): FuzzCase => ({
        request: { ...request, method: method ?? request.method, headers: withCookie(cookie, request.headers) },
        expected: {
          statuses: [200, 204, 207, 400, 401, 402, 403, 404, 405, 409, 413, 415],
          // The second factor's lock.
          listedErrors: [
            "429 Too many wrong codes. Use a recovery code, or try again later",
            "500 Failed to generate image",
            ...VIDEO_REFUSALS,
            "502 Failed to create checkout",
          ],
          errors: "trpc",
        },
      }),
    );
  return { name: "tRPC", cases };
}

function requestOf(type: string, names: string, query: string, text: string) {
  if (type === "mutation")
    return {
      method: "POST",
      path: `/api/trpc/${names}?${query}`,
      headers: { "content-type": "application/json" },
      body: Buffer.from(text),
    };
  const encoded = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, "?")).slice(0, 7_000);
  return {
    method: "GET",
    path: `/api/trpc/${names}?${query}&input=${encoded}`.slice(0, 8_000),
    headers: {},
    body: null,
  };
}
