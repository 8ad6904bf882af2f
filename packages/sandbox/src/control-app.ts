import { Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { readBytes, readJson } from "./bounded";
import {
  EXTERNAL_SERVICES,
  FAULT_KINDS,
  type Fault,
  FaultSchema,
  type Faults,
  LATENCY_MAX_MS,
  QUEUED_FAULTS_MAX,
} from "./faults";
import { TRIGGER_WORDS } from "./generation/trigger-words";
import { type Markup, renderPage, renderTable } from "./page";

const CONTROL_BODY_MAX_BYTES = 64 * 1024;

/** The home page and the fault settings: `GET`, `POST` and `DELETE /faults` in JSON, and the same as HTML forms. */
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

export interface HomeLink {
  href: string;
  name: string;
  text: string;
}

/** The sandbox's home page: links to the services and their current faults. */
function renderHomePage(links: readonly HomeLink[], faults: Faults): Markup {
  return renderPage({
    title: "The world outside",
    service: "Sandbox",
    home: "/",
    body: html`
<p>These stand-ins play the parties the service talks to. Nothing here costs or sends anything.</p>
<ul class="plain">${links.map((link) => html`<li class="card"><a href="${link.href}"><strong>${link.name}</strong></a><br><span class="quiet">${link.text}</span></li>`)}</ul>
<h2>Faults</h2>
<form method="post" action="/faults/form" class="card row">
<label>Party<select name="party">${EXTERNAL_SERVICES.map((service) => html`<option>${service}</option>`)}</select></label>
<label>Fault<select name="kind"><option value="none">none</option>${FAULT_KINDS.map((kind) => html`<option>${kind}</option>`)}</select></label>
<label>Status<input name="status" type="number" min="400" max="599" value="500"></label>
<label>Latency in ms<input name="latencyMs" type="number" min="0" max="120000" value="0"></label>
<label>Next requests (empty: all)<input name="times" type="number" min="1" max="1000"></label>
<button class="primary">Set</button>
</form>
${renderTable(["Party", "Standing fault", "Queued", "Latency"], faults.list().map(faultRow), "")}
<form method="post" action="/faults/clear"><p><button>Clear all faults</button></p></form>
<h2>Words in a prompt</h2>
<p>The generation backend and the payment provider look for these words in prompts and messages. They act on that one request.</p>
${renderTable(["Word", "Where", "What happens"], TRIGGER_WORDS.map(triggerRow), "")}`,
  });
}

function faultRow(row: { party: string; latencyMs: number; standing: Fault | null; queued: number }): Markup {
  return html`<tr><td>${row.party}</td><td class="${row.standing ? "bad" : "quiet"}">${faultText(row.standing)}</td>
<td>${row.queued}</td><td>${row.latencyMs} ms</td></tr>`;
}

function triggerRow([word, where, text]: (typeof TRIGGER_WORDS)[number]): Markup {
  return html`<tr><td><code>[${word}]</code></td><td>${where}</td><td>${text}</td></tr>`;
}

function faultText(fault: Fault | null): string {
  if (fault === null) return "none";
  return fault.kind === "status" ? `status ${fault.status}` : fault.kind;
}

/** Without `times` the fault stays; `fault: null` removes it; `latencyMs` alone changes only the latency. `party` is a service. */
const FaultRequest = z.strictObject({
  party: z.enum(EXTERNAL_SERVICES),
  fault: FaultSchema.nullable().optional(),
  times: z.int().min(1).max(QUEUED_FAULTS_MAX).optional(),
  latencyMs: z.int().min(0).max(LATENCY_MAX_MS).optional(),
});
type FaultRequest = z.output<typeof FaultRequest>;

function applyFaultRequest(faults: Faults, request: FaultRequest): void {
  const { party: service, fault, times, latencyMs } = request;
  if (latencyMs !== undefined) faults.setLatency(service, latencyMs);
  if (fault === undefined) return;
  if (fault !== null && times !== undefined) faults.queue(service, fault, times);
  else faults.set(service, fault);
}

/** Reads the same request from the home page's form, where every value is text and an empty one means absent. */
function readFaultForm(form: URLSearchParams): unknown {
  const number = (name: string) => (form.get(name) ? Number(form.get(name)) : undefined);
  const kind = form.get("kind");
  const fault = kind === "none" ? null : kind === "status" ? { kind, status: number("status") } : { kind };
  return { party: form.get("party"), fault, times: number("times"), latencyMs: number("latencyMs") };
}
