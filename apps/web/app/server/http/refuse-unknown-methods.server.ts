import type { MiddlewareHandler } from "hono";
import { methodNotAllowed } from "../rest.server";

/** What routes tell apart by themselves. */
const ROUTED_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const respondMethodNotAllowed = methodNotAllowed("GET, POST");

/**
 * Refuses every other method: Remix would run a route's loader for OPTIONS, and answers PROPFIND and its like in a body of its own
 * shape.
 */
export const refuseUnknownMethods: MiddlewareHandler = async (c, next) =>
  ROUTED_METHODS.has(c.req.method) ? next() : respondMethodNotAllowed();
