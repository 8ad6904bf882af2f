import { Hono } from "hono";
import { html } from "hono/html";
import { formatTime, type Markup, renderPage, renderTable } from "../page";
import type { Mailbox, ReceivedMail } from "./mailbox";

/** Shows what the mailbox received: pages for people, `/messages` for programs. */
export function createMailboxApp({ mailbox, publicUrl }: { mailbox: Mailbox; publicUrl: string }): Hono {
  const app = new Hono();
  app.get("/messages", (c) => {
    const to = c.req.query("to")?.toLowerCase();
    const mails = mailbox.list();
    return c.json(
      to === undefined ? mails : mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to)),
    );
  });
  app.delete("/messages", (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });
  app.get("/", (c) => c.html(renderMailListPage(mailbox.list(), publicUrl)));
  app.get("/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    return mail ? c.html(renderMailPage(mail, publicUrl)) : c.text("Not found", 404);
  });
  return app;
}

const PARTY = "Mailbox";

function renderMailListPage(mails: readonly ReceivedMail[], publicUrl: string): Markup {
  const rows = mails.map(
    (mail) => html`<tr><td>${formatTime(mail.receivedAt)}</td><td>${mail.to.join(", ")}</td>
<td><a href="${publicUrl}/${mail.id}">${mail.subject || "(no subject)"}</a></td></tr>`,
  );
  return renderPage({
    title: "Received mails",
    party: PARTY,
    home: publicUrl,
    body: html`<p class="quiet">Everything the service sends lands here, whoever it is for.</p>
${renderTable(["Received", "To", "Subject"], rows, "No mails yet.")}`,
  });
}

/**
 * One mail. Its HTML runs in a frame that allows no script; links of either form open in a tab of their own, as a
 * mail program would do it.
 */
function renderMailPage(mail: ReceivedMail, publicUrl: string): Markup {
  const links = mailLinks(mail.text).map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`);
  return renderPage({
    title: mail.subject || "(no subject)",
    party: PARTY,
    home: publicUrl,
    body: html`
<p class="quiet">${formatTime(mail.receivedAt)} · from ${mail.from} · to ${mail.to.join(", ")}</p>
${links.length > 0 ? html`<h2>Links</h2><ul>${links}</ul>` : ""}
${mail.html === "" ? "" : html`<h2>Message</h2><iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framedHtml(mail.html)}"></iframe>`}
<h2>Text</h2><pre class="card">${mail.text}</pre>`,
  });
}

function framedHtml(mailHtml: string): string {
  return `<base target="_blank">${mailHtml}`;
}

const LINKS_MAX = 20;

/** The http(s) addresses in a mail's text, each once, without the punctuation that follows them in prose. */
export function mailLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, "")))].slice(0, LINKS_MAX);
}
