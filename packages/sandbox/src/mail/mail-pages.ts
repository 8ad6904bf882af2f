import { html } from "hono/html";
import { formatTime, type Markup, renderPage, renderTable } from "../pages/page";
import { mailLinks } from "./mail-links";
import type { ReceivedMail } from "./mailbox";

const PARTY = "Mailbox";

export function renderMailListPage(mails: readonly ReceivedMail[], publicUrl: string): Markup {
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
export function renderMailPage(mail: ReceivedMail, publicUrl: string): Markup {
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
