import { html } from "hono/html";
import { EXTERNAL_SERVICES, FAULT_KINDS, type Fault, type Faults } from "../faults";
import { TRIGGER_WORDS } from "../generation/trigger-words";
import { type Markup, renderPage, renderTable } from "../pages/page";

export interface HomeLink {
  href: string;
  name: string;
  text: string;
}

/** The sandbox's first page: where each party is, and what is wrong with it at the moment. */
export function renderHomePage(links: readonly HomeLink[], faults: Faults): Markup {
  return renderPage({
    title: "The world outside",
    party: "Sandbox",
    home: "/",
    body: html`
<p>These stand-ins play the parties the service talks to. Nothing here costs or sends anything.</p>
<ul class="plain">${links.map((link) => html`<li class="card"><a href="${link.href}"><strong>${link.name}</strong></a><br><span class="quiet">${link.text}</span></li>`)}</ul>
<h2>Faults</h2>
<form method="post" action="/faults/form" class="card row">
<label>Party<select name="party">${EXTERNAL_SERVICES.map((party) => html`<option>${party}</option>`)}</select></label>
<label>Fault<select name="kind"><option value="none">none</option>${FAULT_KINDS.map((kind) => html`<option>${kind}</option>`)}</select></label>
<label>Status<input name="status" type="number" min="400" max="599" value="500"></label>
<label>Latency in ms<input name="latencyMs" type="number" min="0" max="120000" value="0"></label>
<label>Next requests (empty: all)<input name="times" type="number" min="1" max="1000"></label>
<button class="primary">Set</button>
</form>
${renderTable(["Party", "Standing fault", "Queued", "Latency"], faults.list().map(faultRow), "")}
<form method="post" action="/faults/clear"><p><button>Clear all faults</button></p></form>
<h2>Words in a prompt</h2>
<p>The generation backend looks for these words in prompts and messages. They act on that one request.</p>
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
