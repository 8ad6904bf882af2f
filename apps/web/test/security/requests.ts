import { uploadForm } from "../upload-form";
import type { RequestContent } from "./access-manifest/access";
import type { Entry } from "./access-manifest/entries";
import type { UserFixtures } from "./belongings";
import { PROCEDURE_TYPES } from "./procedure-types";
import { findPatterns } from "./route-patterns";

/** A request that calls an entry; a page has more than one. */
export interface EntryRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: BodyInit;
}

const PATTERNS = findPatterns();

export function methodOf({ kind, name }: Entry): string {
  if (kind !== "procedure") return name.split(" ")[0] ?? "";
  return PROCEDURE_TYPES.get(name) === "query" ? "GET" : "POST";
}

/** The requests by which an entry can be called about these things. */
export function requestsOf(entry: Entry, things: UserFixtures): EntryRequest[] {
  if (entry.kind === "procedure") return [procedureRequest(entry, things)];
  const method = methodOf(entry);
  const [, pattern = ""] = entry.name.split(" ");
  const sent = entry.sends(things);
  const request = { method, ...requestBody(sent) };
  const path = pathOf(pattern, things);
  const query = new URLSearchParams(sent.query);
  const document = { ...request, path: `${path}?${query}` };
  if (entry.kind === "rest") return [document];
  return [document, ...dataPathsOf(method, pattern, path, query).map((dataPath) => ({ ...request, path: dataPath }))];
}

/** Remix answers with the data of each route of a page alone, too: no route may rely on the one around it. */
function dataPathsOf(method: string, pattern: string, path: string, query: URLSearchParams): string[] {
  const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
  if (method !== "GET") return [`${dataPath}?${query}`];
  const ids = PATTERNS.filter(({ paths, module }) => paths.includes(pattern) && "loader" in module).map(({ id }) => id);
  return ids.map((id) => `${dataPath}?${new URLSearchParams([...query, ["_routes", id]])}`);
}

function procedureRequest(entry: Entry, things: UserFixtures): EntryRequest {
  const input = JSON.stringify(entry.sends(things).json ?? null);
  const path = `/api/trpc/${entry.name}`;
  const method = methodOf(entry);
  if (method === "GET") return { method, path: `${path}?input=${encodeURIComponent(input)}`, headers: {} };
  return { method, path, headers: { "content-type": "application/json" }, body: input };
}

function requestBody({ json, form, file }: RequestContent): Pick<EntryRequest, "headers" | "body"> {
  if (json !== undefined) return { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  if (form) return { headers: {}, body: new URLSearchParams(form) };
  return { headers: {}, ...(file && { body: uploadForm(file) }) };
}

/** A path that is no route's, for those that take what no other does. */
const ANY_PATH = "no/such/path";

function pathOf(pattern: string, things: UserFixtures): string {
  const known: Readonly<Record<string, string>> = { ...things };
  return pattern
    .split("/")
    .map((segment) => (segment.startsWith(":") ? encodeURIComponent(known[segment.slice(1)] ?? "") : segment))
    .join("/")
    .replace("*", ANY_PATH);
}
