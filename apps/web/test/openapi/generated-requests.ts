import fc from "fast-check";
import type { oas31 } from "zod-openapi";
import type { Description, Operation } from "./description";

/** What requests are signed in with. */
export interface Credentials {
  /** An API key with all scopes. */
  apiKey: string;
  /** The cookie header of a user, and of an administrator. */
  userCookie: string;
  adminCookie: string;
  cronSecret: string;
}

export interface GeneratedRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Failures of the played backends, which the specification passes on with these texts. */
export const PASSED_ON =
  /"(?:Failed to generate (?:image|video)|The image could not be \w+|Failed to create checkout)"/;

type Schema = oas31.SchemaObject;
const DEPTH_MAX = 4;

/** Values that a field may have instead of a described one. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, "", " ", "\0", "\ud800", [], {}, "__proto__", "9".repeat(400)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.integer(),
  fc.constant("x".repeat(5_000)),
);

/** Requests made from the description: mostly valid ones, and such with one thing wrong. */
export function generatedRequests(
  description: Description,
  operations: readonly Operation[],
  credentials: Credentials,
): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(...operations.map((operation) => requestsOf(description, operation, credentials)));
}

function requestsOf(
  description: Description,
  operation: Operation,
  credentials: Credentials,
): fc.Arbitrary<GeneratedRequest> {
  const parameters = (operation.described.parameters ?? []) as oas31.ParameterObject[];
  const valuesOf = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [
            name,
            fc.oneof(
              { weight: 4, arbitrary: fromSchema(description, schema ?? {}) },
              { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
            ),
          ]),
      ),
      { requiredKeys: place === "path" ? undefined : [] } as { requiredKeys?: [] },
    );
  return fc
    .record({
      path: valuesOf("path"),
      query: valuesOf("query"),
      header: valuesOf("header"),
      body: bodyOf(description, operation),
      contentType: fc.oneof(
        { weight: 20, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: fc.constantFrom("text/plain", "multipart/form-data; boundary=x", "application/xml") },
      ),
      authorization: credentialOf(operation, credentials),
    })
    .map(({ path, query, header, body, contentType, authorization }) => {
      const filled = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => segmentOf(String(path[name])));
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, encodable(String(value))]),
      );
      return {
        operation,
        method: operation.method.toUpperCase(),
        path: search.size === 0 ? filled : `${filled}?${search}`,
        headers: {
          ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, sendable(String(value))])),
          ...authorization,
          ...(body === null ? {} : { "content-type": contentType }),
        },
        body,
      };
    });
}

/** A client would resolve dots, and an empty segment is another path. */
const segmentOf = (value: string) => (/^\.{0,2}$/.test(value) ? "x" : encodeURIComponent(encodable(value)));

const encodable = (text: string) => text.replaceAll(/\p{Surrogate}/gu, "?");
const sendable = (text: string) => text.replace(/[^\x20-\x7e]/g, "").slice(0, 1_000);

function bodyOf(description: Description, { described }: Operation): fc.Arbitrary<string | null> {
  const requestBody = described.requestBody as oas31.RequestBodyObject | undefined;
  const json = requestBody?.content["application/json"];
  if (!requestBody) return fc.constant(null);
  if (!json) return fc.constantFrom("", "--x\r\n", "not a form");
  const valid = fromSchema(description, json.schema ?? {});
  const text = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((value) => JSON.stringify(value) ?? "");
  const near = fc.constant(json.example as Record<string, unknown> | undefined).map((example) => example ?? {});
  return fc.oneof(
    { weight: 4, arbitrary: text(valid) },
    { weight: 2, arbitrary: text(near) },
    {
      weight: 4,
      arbitrary: text(fc.tuple(valid, oddValue, fc.nat()).map(([value, odd, at]) => withOdd(value, odd, at))),
    },
    {
      weight: 3,
      arbitrary: text(fc.tuple(near, oddValue, fc.nat()).map(([value, odd, at]) => withOdd(value, odd, at))),
    },
    { weight: 1, arbitrary: text(fc.tuple(valid, fc.nat()).map(([value, at]) => without(value, at))) },
    { weight: 1, arbitrary: text(oddValue) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[1,", '{"a":1}x') },
  );
}

function withOdd(value: unknown, odd: unknown, at: number): unknown {
  if (!isObject(value)) return odd;
  const names = [...Object.keys(value), "unknown"];
  return { ...value, [names[at % names.length] ?? ""]: odd };
}

function without(value: unknown, at: number): unknown {
  if (!isObject(value)) return null;
  const names = Object.keys(value);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== names[at % names.length]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Mostly the credential that the operation takes, sometimes none or a wrong one. */
function credentialOf(
  { described, path }: Operation,
  { apiKey, userCookie, adminCookie, cronSecret }: Credentials,
): fc.Arbitrary<Record<string, string>> {
  const byScheme: Record<string, Record<string, string>> = {
    apiKey: { authorization: `Bearer ${apiKey}` },
    session: { cookie: path.startsWith("/api/admin/") ? adminCookie : userCookie },
    cronSecret: { authorization: `Bearer ${cronSecret}` },
    cronBasic: { authorization: "Basic eDp5" },
    providerSignature: { "provider-signature": "0".repeat(64) },
  };
  const right = (described.security ?? []).flatMap((scheme) => Object.keys(scheme).map((name) => byScheme[name] ?? {}));
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .constantFrom({}, ...right)
        .map((one) => (right.length > 0 && Object.keys(one).length === 0 ? (right[0] ?? {}) : one)),
    },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom({ authorization: "Bearer gm_unknown" }, { cookie: userCookie }) },
  );
}

/** Values of a schema. Formats and patterns are not followed: such a value is near enough to be a hard one. */
function fromSchema(
  description: Description,
  schema: Schema | oas31.ReferenceObject,
  depth = 0,
): fc.Arbitrary<unknown> {
  if ("$ref" in schema && schema.$ref) {
    const name = String(schema.$ref).split("/").at(-1) ?? "";
    return fromSchema(description, (description.components?.schemas?.[name] ?? {}) as Schema, depth + 1);
  }
  const { anyOf, oneOf, enum: choices, const: constant, type } = schema as Schema;
  const options = anyOf ?? oneOf;
  if (options) return fc.oneof(...options.map((option) => fromSchema(description, option as Schema, depth + 1)));
  if (constant !== undefined) return fc.constant(constant);
  if (choices) return fc.constantFrom(...choices);
  const types = Array.isArray(type) ? type : [type ?? "object"];
  return fc.oneof(...types.map((one) => ofType(description, one, schema as Schema, depth)));
}

function ofType(description: Description, type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return fc.string({ unit: "grapheme", maxLength: Math.min(schema.maxLength ?? 50, 50), minLength: 1 });
    case "integer":
    case "number": {
      const [min, max] = [schema.minimum ?? -1_000, schema.maximum ?? 1_000_000];
      return type === "integer"
        ? fc.integer({ min, max: Math.min(max, 2 ** 31) })
        : fc.double({ min, max, noNaN: true });
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fromSchema(description, (schema.items ?? {}) as Schema, depth + 1), {
        minLength: Math.min(schema.minItems ?? 0, 5),
        maxLength: 3,
      });
    default: {
      const fields = Object.entries(schema.properties ?? {});
      if (fields.length === 0 || depth > DEPTH_MAX) return fc.constant({});
      const record = Object.fromEntries(
        fields.map(([name, field]) => [name, fromSchema(description, field as Schema, depth + 1)]),
      );
      return fc.record(record, { requiredKeys: schema.required ?? [] });
    }
  }
}
