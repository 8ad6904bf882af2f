import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { oas31 } from "zod-openapi";

export type Description = oas31.OpenAPIObject;

export interface Operation {
  /** In lower case. */
  method: "get" | "post" | "delete";
  /** With its parameters in braces. */
  path: string;
  id: string;
  described: oas31.OperationObject;
}

const METHODS = ["get", "post", "delete"] as const;

export function operationsOf({ paths = {} }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method];
      return described ? [{ method, path, id: described.operationId ?? "", described }] : [];
    }),
  );
}

/** A response as a client sees it. */
export interface SeenResponse {
  status: number;
  contentType: string;
  body: string;
}

const ID = "description";
const pointerOf = (...segments: string[]) =>
  segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Checks responses against the description. Those of no operation must refuse the method, or have no such path. */
export class ResponseChecker {
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  readonly #responses: NonNullable<oas31.ComponentsObject["responses"]>;

  constructor(description: Description) {
    this.#ajv.addSchema({ $id: ID, ...description });
    this.#responses = description.components?.responses ?? {};
  }

  /** What differs between a response and its description; null when nothing does. */
  problem(operation: Operation | null, { status, contentType, body }: SeenResponse): string | null {
    if (operation === null)
      return (status === 405 || status === 404) && "error" in JSON.parse(body) ? null : `${status} for a wrong method`;
    const response: oas31.ResponseObject | oas31.ReferenceObject | undefined = operation.described.responses?.[status];
    if (!response) return `status ${status} is not described`;
    const isReference = "$ref" in response;
    const name = isReference ? String(response.$ref).replace("#/components/responses/", "") : String(status);
    const described = (isReference ? this.#responses[name] : response) as oas31.ResponseObject;
    if (!described.content) return null;
    const type = contentType.split(";")[0] ?? "";
    const { method, path } = operation;
    const base = isReference
      ? pointerOf("components", "responses", name)
      : pointerOf("paths", path, method, "responses", String(status));
    if (!(type in described.content)) return `status ${status} comes as ${type || "nothing"}`;
    const schema = `${ID}#${base}${pointerOf("content", type, "schema")}`;
    if (type === "text/html") return null;
    const values = type === "text/event-stream" ? eventsOf(body) : [body];
    for (const value of values) {
      const validate = this.#ajv.getSchema(schema) as ValidateFunction;
      if (!validate(JSON.parse(value))) return `${this.#ajv.errorsText(validate.errors)}: ${value.slice(0, 300)}`;
    }
    return null;
  }
}

/** The data of the events of a whole stream, without OpenAI's mark of its end. */
function eventsOf(stream: string): string[] {
  const data = [...stream.matchAll(/^data: (.*)$/gm)].map(([, text]) => text ?? "");
  return data.filter((text) => text !== "[DONE]");
}
