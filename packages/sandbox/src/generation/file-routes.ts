import { Hono } from "hono";
import { rangeResponse } from "../byte-range";
import { type FaultEnv, faultGate } from "../fault-gate";
import type { GenerationAppOptions } from "./create-generation-app";

/** Addresses of generated files stop working after a day, as the real ones do. */
export const FILE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** `GET /files/:name`: the generated files, open to everybody who has the address. */
export function createFileRoutes({ state, now, faults }: GenerationAppOptions): Hono<FaultEnv> {
  const routes = new Hono<FaultEnv>();
  routes.use(faultGate(faults, "files", (_c, status) => new Response("Simulated failure", { status })));
  routes.get("/:name", async (c) => {
    const file = state.files.get(c.req.param("name"));
    if (!file) return c.text("Not found", 404);
    if (now().getTime() - file.createdAt.getTime() > FILE_LIFETIME_MS) return c.text("Request has expired", 403);
    const headers = new Headers({ "content-type": file.contentType, "cache-control": "private, max-age=3600" });
    return rangeResponse(await file.read(), c.req.header("range") ?? null, headers);
  });
  return routes;
}
