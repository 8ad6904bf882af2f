import { Hono } from "hono";
import { html } from "hono/html";
import { formatTime, type Markup, renderPage, renderTable } from "../page";
import type { Mailbox, ReceivedMail } from "./mailbox";

/** Shows the received mails, as pages and as JSON under `/messages`. */
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

const SERVICE_NAME = "Mailbox";

function renderMailListPage(mails: readonly ReceivedMail[], publicUrl: string): Markup {
  const rows = mails.map(
    (mail) => html`<tr><td>${formatTime(mail.receivedAt)}</td><td>${mail.to.join(", ")}</td>
<td><a href="${publicUrl}/${mail.id}">${mail.subject || "(no subject)"}</a></td></tr>`,
  );
  return renderPage({
    title: "Received mails",
    service: SERVICE_NAME,
    home: publicUrl,
    body: html`<p class="quiet">All mail that the service sends arrives here, whatever the address.</p>
${renderTable(["Received", "To", "Subject"], rows, "No mails yet.")}`,
  });
}

/**
 * One mail. Its HTML is shown in a frame without scripts. Links open in a new tab, as in a mail program.
 */
function renderMailPage(mail: ReceivedMail, publicUrl: string): Markup {
  const links = mailLinks(mail.text).map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`);
  return renderPage({
    title: mail.subject || "(no subject)",
    service: SERVICE_NAME,
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

/** The http(s) URLs in a mail's text, without duplicates and without the punctuation after them. */
export function mailLinks(text: string): string[] {
  const urls = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set(urls.map((link) => link.replace(/[.,;:!?]+$/, "")))].slice(0, LINKS_MAX);
}
