import { html } from "hono/html";
import { PAGE_STYLE } from "./page-style";

/** Markup whose inserted values have been escaped. */
export type Markup = ReturnType<typeof html>;

/** Frames a page of the sandbox. `home` is the address of the party's first page. */
export function renderPage(options: { title: string; party: string; home: string; body: Markup }): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${options.title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header><a href="${options.home}">${options.party}</a><span class="badge">Sandbox</span></header>
<main>
<h1>${options.title}</h1>
${options.body}
</main>
</body>
</html>`;
}

/** A table that scrolls sideways on a narrow screen; `emptyText` stands in when there are no rows. */
export function renderTable(headings: readonly string[], rows: readonly Markup[], emptyText: string): Markup {
  if (rows.length === 0) return html`<p class="quiet">${emptyText}</p>`;
  return html`<div class="scroll" role="region" aria-label="${headings[0] ?? "Table"}" tabindex="0"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

export function formatTime(date: Date): string {
  return date.toISOString().replace("T", " ").slice(0, 19);
}

export function formatMoney(amountCents: number, currency: "USD" | "EUR" = "USD"): string {
  return `${currency === "EUR" ? "€" : "$"}${(amountCents / 100).toFixed(2)}`;
}
