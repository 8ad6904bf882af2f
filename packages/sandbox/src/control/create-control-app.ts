import { Hono } from "hono";
import { readBytes, readJson } from "../bounded-body";
import type { Faults } from "../faults";
import { applyFaultRequest, FaultRequest, readFaultForm } from "./fault-request";
import { type HomeLink, renderHomePage } from "./home-page";

const CONTROL_BODY_MAX_BYTES = 64 * 1024;

/** The home page and the fault switches: `GET`, `POST` and `DELETE /faults` in JSON, the same as forms for people. */
export function createControlApp({ faults, links }: { faults: Faults; links: readonly HomeLink[] }): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(renderHomePage(links, faults)));
  app.get("/faults", (c) => c.json(faults.list()));
  app.post("/faults", async (c) => {
    const parsed = FaultRequest.safeParse(await readJson(c.req.raw, CONTROL_BODY_MAX_BYTES));
    if (!parsed.success) return c.json({ error: parsed.error.issues[0]?.message ?? "Invalid request" }, 400);
    applyFaultRequest(faults, parsed.data);
    return c.json(faults.list());
  });
  app.delete("/faults", (c) => {
    faults.clear();
    return c.json(faults.list());
  });
  app.post("/faults/form", async (c) => {
    const bytes = await readBytes(c.req.raw, CONTROL_BODY_MAX_BYTES);
    const parsed = FaultRequest.safeParse(readFaultForm(new URLSearchParams(bytes?.toString("utf8") ?? "")));
    if (!parsed.success) return c.text(`Not understood: ${parsed.error.issues[0]?.message ?? ""}`, 400);
    applyFaultRequest(faults, parsed.data);
    return c.redirect("/", 303);
  });
  app.post("/faults/clear", (c) => {
    faults.clear();
    return c.redirect("/", 303);
  });
  return app;
}
