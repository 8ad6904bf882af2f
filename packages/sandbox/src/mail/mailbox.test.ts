import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Faults } from "../faults";
import { sendRawMail } from "../testing/smtp-conversation";
import { Mailbox } from "./mailbox";
import { createMailboxApp, mailLinks } from "./mailbox-app";

const CONTENT = `From: "Genmint" <hello@example.com>
To: someone@example.com
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= & <b>more</b>
Message-ID: <one@example.com>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=cut

--cut
Content-Type: text/plain; charset=utf-8

Sign in: https://service.test/in?token=a&b=1.
.a line with a dot
--cut
Content-Type: text/html; charset=utf-8

<p>Sign "in"</p><script>alert(1)</script>
--cut--
`;

let faults: Faults;
let mailbox: Mailbox;
let smtpUrl: string;

beforeEach(async () => {
  faults = new Faults();
  mailbox = new Mailbox({ faults, now: () => new Date("2026-01-02T03:04:05Z"), mailsMax: 2 });
  smtpUrl = await mailbox.start(0);
});
afterEach(() => mailbox.stop());

function send(to = ["a@example.com", "b@example.com"], content = CONTENT): Promise<string[]> {
  return sendRawMail(smtpUrl, { from: "hello@example.com", to, content });
}

async function page(path: string): Promise<Response> {
  return createMailboxApp({ mailbox, publicUrl: "https://sandbox.test/mail" }).request(path);
}

describe("the mail server", () => {
  it("receives a mail over SMTP and parses it", async () => {
    const replies = await send();
    expect(replies.at(-1)).toMatch(/^221/);
    expect(mailbox.list()).toEqual([
      {
        id: expect.any(String),
        from: "Genmint <hello@example.com>",
        to: ["a@example.com", "b@example.com"],
        subject: "Grüße & <b>more</b>",
        text: expect.stringContaining("\n.a line with a dot"),
        html: expect.stringContaining('<p>Sign "in"</p>'),
        messageId: "<one@example.com>",
        receivedAt: new Date("2026-01-02T03:04:05Z"),
      },
    ]);
  });

  it("lets a test wait for a mail", async () => {
    const waiting = mailbox.waitFor(1);
    await send();
    expect(await waiting).toHaveLength(1);
  });

  it("refuses connections while the fault is set", async () => {
    faults.queue("mail", { kind: "refuse" });
    expect(await send()).toEqual([expect.stringMatching(/^421/)]);
    expect(mailbox.list()).toEqual([]);
    await send();
    expect(mailbox.list()).toHaveLength(1);
  });

  it("keeps a limited number of mails, newest first", async () => {
    for (const name of ["one", "two", "three"]) await send([`${name}@example.com`], `Subject: ${name}\n\ntext`);
    expect(mailbox.list().map(({ subject }) => subject)).toEqual(["three", "two"]);
  });
});

describe("the mailbox pages", () => {
  it("list mails and show each on its own page", async () => {
    await send();
    const list = await (await page("/")).text();
    const [mail] = mailbox.list();
    expect(list).toContain(`href="https://sandbox.test/mail/${mail?.id}"`);
    expect(list).toContain("Grüße &amp; &lt;b&gt;more&lt;/b&gt;");
    expect((await page("/unknown")).status).toBe(404);
  });

  it("show the HTML only in a frame without scripts, and the links of the text", async () => {
    await send();
    const shown = await (await page(`/${mailbox.list()[0]?.id}`)).text();
    expect(shown).not.toContain("<script>");
    expect(shown).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;base[^"]*&lt;p&gt;Sign &quot;in&quot;/,
    );
    expect(shown).toContain('href="https://service.test/in?token=a&amp;b=1"');
  });

  it("return JSON, by recipient, and delete all mails", async () => {
    await send(["one@example.com"]);
    await send(["two@example.com"]);
    expect(await (await page("/messages?to=ONE@example.com")).json()).toMatchObject([{ to: ["one@example.com"] }]);
    await createMailboxApp({ mailbox, publicUrl: "" }).request("/messages", { method: "DELETE" });
    expect(await (await page("/messages")).json()).toEqual([]);
  });
});

it("mailLinks returns each URL once, without the full stop after it", () => {
  expect(mailLinks("See https://a.test/x. (or http://b.test/?q=1), <https://a.test/x>")).toEqual([
    "https://a.test/x",
    "http://b.test/?q=1",
  ]);
});
