import type { ServerBuild } from "@remix-run/node";
import { once } from "../once.server";

type ApiModule = Pick<NonNullable<ServerBuild["routes"][string]>["module"], "action" | "loader">;

/** A route below /api. */
export interface ApiRoute {
  /** As Remix writes it: `api/video/status`, `api/payments/:provider/webhook`, `api/*`. */
  path: string;
  load: () => Promise<ApiModule>;
}

const files = import.meta.glob<ApiModule>("../../routes/api.*/route.ts");

/** The API's routes apart from the pages, under the paths that Remix would give them. */
export const apiRoutes: readonly ApiRoute[] = Object.entries(files).map(([file, load]) => ({
  path: pathOf(file.split("/").at(-2) ?? ""),
  load: once(load),
}));

/** The file convention: a dot is a slash, `$name` a parameter, a last `$` takes the rest. */
function pathOf(id: string): string {
  return id
    .split(".")
    .map((segment) => (segment === "$" ? "*" : segment.replace(/^\$/, ":")))
    .join("/");
}
