import { once } from "../once.server";
import type { ApiModule, ApiRoute } from "./api-handler.server";

const files = import.meta.glob<ApiModule>([
  "../../routes/api.*/route.ts",
  "../../routes/v1.*/route.ts",
  "../../routes/mcp/route.ts",
]);

/** /mcp and the routes below /api and /v1, each loaded with its first request. */
export const apiRoutes: readonly ApiRoute[] = Object.entries(files).map(([file, load]) => ({
  path: pathOf(file.split("/").at(-2) ?? ""),
  load: once(load),
}));

/** Remix's file convention: a dot is a slash, `[.]` a dot, `$name` a parameter, a `$` alone a splat. */
function pathOf(folder: string): string {
  return folder
    .split(/(?<!\[)\.(?!\])/)
    .map((segment) => segment.replaceAll("[.]", "."))
    .map((segment) => (segment === "$" ? "*" : segment.replace(/^\$/, ":")))
    .join("/");
}
