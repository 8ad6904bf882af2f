import type { oas31 } from "zod-openapi";
import type { OpenApiDocument } from "~/server/openapi/document.server";

/** A field of a body or a parameter. */
export interface ReferenceField {
  name: string;
  /** As in TypeScript: `string`, `"1K" | "2K"`, `integer`, `ApiKey[]`. */
  type: string;
  isRequired: boolean;
  /** Where it goes, or which schema it belongs to. */
  place: "path" | "query" | "header" | "body" | "form";
  description: string | null;
}

export interface ReferenceResponse {
  status: string;
  description: string;
  type: string | null;
  fields: ReferenceField[];
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  credentials: string[];
  fields: ReferenceField[];
  /** The example of a JSON body. */
  example: string | null;
  responses: ReferenceResponse[];
}

export interface ReferenceGroup {
  name: string;
  operations: ReferenceOperation[];
}

const METHODS = ["get", "post", "delete"] as const;
type Schema = oas31.SchemaObject;
type MaybeReference = Schema | oas31.ReferenceObject;

const references = new WeakMap<OpenApiDocument, ReferenceGroup[]>();

/** What the page shows of the OpenAPI document, by tag. Created once for each document. */
export function referenceOf(document: OpenApiDocument): ReferenceGroup[] {
  const known = references.get(document);
  if (known) return known;
  const created = operationsByTag(JSON.parse(document.json));
  references.set(document, created);
  return created;
}

function operationsByTag(document: oas31.OpenAPIObject): ReferenceGroup[] {
  const schemas = document.components?.schemas ?? {};
  const responses = document.components?.responses ?? {};
  const described = [...Object.entries(document.paths ?? {}), ...Object.entries(document.webhooks ?? {})];
  const operations = described.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation
        ? [{ tag: operation.tags?.[0], ...toOperation(method, path, operation, { schemas, responses }) }]
        : [];
    }),
  );
  return (document.tags ?? []).map(({ name }) => ({
    name,
    operations: operations.filter(({ tag }) => tag === name).map(({ tag, ...operation }) => operation),
  }));
}

interface Components {
  schemas: Record<string, MaybeReference>;
  responses: Record<string, oas31.ResponseObject | oas31.ReferenceObject>;
}

function toOperation(
  method: string,
  path: string,
  operation: oas31.OperationObject,
  components: Components,
): ReferenceOperation {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const body = operation.requestBody as oas31.RequestBodyObject | undefined;
  const [bodyType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const place = bodyType === "multipart/form-data" ? "form" : "body";
  return {
    id: operation.operationId ?? "",
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? null,
    credentials: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
    fields: [
      ...parameters.map(({ name, in: where, schema, required, description }) => ({
        name,
        type: typeOf(schema ?? {}),
        isRequired: required ?? false,
        place: where as ReferenceField["place"],
        description: description ?? null,
      })),
      ...fieldsOf(content?.schema ?? {}, place, components),
    ],
    example: content?.example ? JSON.stringify(content.example, null, 2) : null,
    responses: Object.entries(operation.responses ?? {}).map(([status, response]) =>
      toResponse(status, response, components),
    ),
  };
}

function toResponse(
  status: string,
  response: oas31.ResponseObject | oas31.ReferenceObject,
  components: Components,
): ReferenceResponse {
  const found = "$ref" in response ? components.responses[nameOf(response)] : response;
  const { description = "", content } = found as oas31.ResponseObject;
  const [type = null, media] = Object.entries(content ?? {})[0] ?? [];
  const isError = Number(status) >= 400;
  return { status, description, type, fields: isError ? [] : fieldsOf(media?.schema ?? {}, "body", components) };
}

const nameOf = (reference: MaybeReference | oas31.ReferenceObject) => String(reference.$ref).split("/").at(-1) ?? "";

/** The fields of an object. Those of the kinds of a union come one after the other, each once. */
function fieldsOf(schema: MaybeReference, place: ReferenceField["place"], components: Components): ReferenceField[] {
  if ("$ref" in schema && schema.$ref) return fieldsOf(components.schemas[nameOf(schema)] ?? {}, place, components);
  const { properties = {}, required = [], anyOf, oneOf } = schema as Schema;
  const kinds = (anyOf ?? oneOf ?? []).map((kind) => fieldsOf(kind as MaybeReference, place, components));
  const own = Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field as MaybeReference),
    isRequired: required.includes(name),
    place,
    description: (field as Schema).description ?? null,
  }));
  return mergeKinds([...own.map((field) => [field]), ...kinds]);
}

/** A field that not every kind has is optional. One with another value in each kind has all of them. */
function mergeKinds(kinds: readonly ReferenceField[][]): ReferenceField[] {
  const merged = new Map<string, ReferenceField>();
  for (const field of kinds.flat()) {
    const known = merged.get(field.name);
    const types = new Set([...(known ? known.type.split(" | ") : []), ...field.type.split(" | ")]);
    merged.set(field.name, { ...field, ...known, type: [...types].join(" | ") });
  }
  return [...merged.values()];
}

/** A schema in a few characters, as TypeScript would write it. */
function typeOf(schema: MaybeReference): string {
  if ("$ref" in schema && schema.$ref) return nameOf(schema);
  const { anyOf, oneOf, enum: choices, const: constant, type, items, format } = schema as Schema;
  const kinds = anyOf ?? oneOf;
  if (kinds) return [...new Set(kinds.map((kind) => typeOf(kind as MaybeReference)))].join(" | ");
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(type)) return type.join(" | ");
  if (type === "array") return `${typeOf((items ?? {}) as MaybeReference)}[]`;
  if (format === "date-time") return "date";
  return format === "binary" ? "file" : (type ?? "any");
}
