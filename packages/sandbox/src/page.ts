import { html, raw } from "hono/html";

/** Markup whose inserted values have been escaped. */
export type Markup = ReturnType<typeof html>;

/** Renders a page of the sandbox. `home` is the URL of the service's first page. */
export function renderPage(options: { title: string; service: string; home: string; body: Markup }): Markup {
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
<header><a href="${options.home}">${options.service}</a><span class="badge">Sandbox</span></header>
<main>
<h1>${options.title}</h1>
${options.body}
</main>
</body>
</html>`;
}

/** A table that scrolls sideways on a narrow screen; `emptyText` is shown if there are no rows. */
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

/** The stylesheet of the sandbox's pages. Colours follow the browser's light or dark setting. */
const PAGE_STYLE = raw(`
:root { color-scheme: light dark; --ink: #1c1d22; --quiet: #5f6270; --paper: #f6f6f9; --card: #fff; --line: #dcdde5; --accent: #4a3fd1; --on-accent: #fff; --good: #17723c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececf1; --quiet: #a3a6b4; --paper: #15161b; --card: #1e2027; --line: #343742; --accent: #a79fff; --on-accent: #17152b; --good: #6fd394; --bad: #ff9c94; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; gap: .75rem; align-items: center; padding: .8rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; }
main { max-width: 64rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
a { color: var(--accent); }
.badge { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; color: var(--quiet); font-size: .8rem; }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem; margin: 0 0 1rem; }
.narrow { max-width: 27rem; margin-inline: auto; }
.price { font-size: 2rem; font-weight: 650; margin: .2rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
.stack { display: grid; gap: .7rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .55rem .8rem; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
td form { display: inline; }
code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
label { display: grid; gap: .2rem; font-size: .9rem; color: var(--quiet); }
input, select { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .6rem; max-width: 100%; min-height: 2.75rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .4rem 1rem; border-radius: .5rem; border: 1px solid var(--line); background: var(--card); color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
td input, td select { width: 7rem; min-height: 2rem; padding: .1rem .4rem; font-size: .85rem; }
td button { min-height: 2rem; padding: .1rem .7rem; font-size: .85rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .75rem; background: #fff; }
ul.plain { list-style: none; padding: 0; margin: 0; display: grid; gap: .6rem; }
`);
