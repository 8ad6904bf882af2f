import { once } from "node:events";
import { type AddressInfo, createServer, type Server, Socket } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createDeferred, rejection } from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { createSmtpMailer, type Mail } from "./mailer";

const mail: Mail = {
  to: "ann@example.com",
  subject: "Your sign-in link",
  text: "Open the link",
  html: "<p>Open the link</p>",
  messageId: "<mail-1@app.test>",
};

interface SmtpSession {
  url: string;
  lines: string[];
  closed: Promise<void>;
}

/**
 * A mail server with one reply for each command, by its first word. It sends nothing for a command without one. `acceptsAfterMs`: how long it
 * looks at a mail before it takes it.
 */
async function smtpServer(replies: Readonly<Record<string, string>>, acceptsAfterMs = 0): Promise<SmtpSession> {
  const lines: string[] = [];
  const { promise: closed, resolve: close } = createDeferred();
  const smtp: Server = createServer((socket) => {
    socket.on("close", close).on("error", () => undefined);
    const reply = (command: string): void => {
      const line = replies[command];
      if (line !== undefined) socket.write(`${line}\r\n`);
    };
    let inData = false;
    createInterface({ input: socket }).on("line", (line) => {
      lines.push(line);
      if (inData && line !== ".") return;
      if (inData) setTimeout(reply, acceptsAfterMs, ".");
      else reply(line.split(" ")[0] ?? "");
      inData = !inData && line === "DATA";
      if (line === "QUIT") socket.end();
    });
    reply("greeting");
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp, "listening");
  onTestFinished(() => void smtp.close());
  const address = smtp.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, lines, closed };
}

const obliging = {
  greeting: "220 ready",
  EHLO: "250 smtp.test",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  ".": "250 queued",
  QUIT: "221 bye",
};

describe("createSmtpMailer", () => {
  it("delivers the mail and closes the connection", async () => {
    const { url, lines, closed } = await smtpServer(obliging);
    await createSmtpMailer({ url, from: "Genmint <hello@app.test>" }).send(mail);
    await closed;
    expect(lines).toContain("MAIL FROM:<hello@app.test>");
    expect(lines).toContain("RCPT TO:<ann@example.com>");
    expect(lines).toContain("Subject: Your sign-in link");
    expect(lines).toContain("Message-ID: <mail-1@app.test>");
    expect(lines).toContain("<p>Open the link</p>");
  });

  it("sends to one address only, even when the text holds two", async () => {
    const { url, lines } = await smtpServer(obliging);
    await createSmtpMailer({ url, from: "hello@app.test" })
      .send({ ...mail, to: "ann@example.com, eve@example.com" })
      .catch(() => undefined);
    expect(lines.filter((line) => line.startsWith("RCPT")).length).toBeLessThanOrEqual(1);
    expect(lines).not.toContain("RCPT TO:<eve@example.com>");
  });

  it("keeps a subject with a line break to one header", async () => {
    const { url, lines } = await smtpServer(obliging);
    await createSmtpMailer({ url, from: "hello@app.test" }).send({ ...mail, subject: "Hi\r\nBcc: eve@example.com" });
    expect(lines.some((line) => line.startsWith("Bcc"))).toBe(false);
  });

  it.each<[string, Record<string, string>, number | null]>([
    ["is full", { ...obliging, greeting: "421 try later" }, 421],
    ["refuses the recipient", { ...obliging, RCPT: "550 no such user at mx-3.internal" }, 550],
    ["refuses the mail", { ...obliging, ".": "552 too large" }, 552],
    ["is no mail server", { ...obliging, greeting: "HTTP/1.1 400 Bad Request" }, null],
  ])("fails when the mail server %s", async (_name, replies, status) => {
    const { url, closed } = await smtpServer(replies);
    const error = await rejection(createSmtpMailer({ url, from: "hello@app.test" }).send(mail));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message: "The mail server did not take the mail" });
    if (status !== null) expect(error).toMatchObject({ status });
    await closed;
  });

  it.each([
    ["RCPT", "550 5.1.1 <ann@example.com>: no such user", "550 5.1.1 to RCPT TO"],
    ["MAIL", "451 greylisted, come again", "451 to MAIL FROM"],
    [".", "554 refused: it holds https://app.test/link?token=canary", "554 to DATA"],
  ])(
    "says which command was refused, without the reply's text, which may quote the mail: %s",
    async (command, reply, text) => {
      const { url } = await smtpServer({ ...obliging, [command]: reply });
      const error = await rejection(createSmtpMailer({ url, from: "hello@app.test" }).send(mail));
      expect(error).toMatchObject({ status: Number(reply.slice(0, 3)), cause: { message: text } });
      expect((error as Error).cause).not.toHaveProperty("response");
    },
  );

  it.each<[string, Record<string, string>]>([
    ["sends nothing at all", {}],
    ["stops in the middle of a reply", { ...obliging, ".": "250-half" }],
  ])("gives up when the mail server %s", async (_name, replies) => {
    const { url, closed } = await smtpServer(replies);
    const error = await rejection(createSmtpMailer({ url, from: "hello@app.test", idleTimeoutMs: 100 }).send(mail));
    expect(error).toMatchObject({ name: "UpstreamError", status: null, cause: { code: "ETIMEDOUT" } });
    await closed;
  });

  it("gives up on a mail server that never ends its reply", async () => {
    const smtp = createServer((socket) => {
      socket.write("220 ready\r\n");
      const timer = setInterval(() => socket.write("250-more\r\n"), 20);
      socket.on("error", () => undefined).on("close", () => clearInterval(timer));
      onTestFinished(() => void socket.destroy());
    });
    smtp.listen(0, "127.0.0.1");
    await once(smtp, "listening");
    onTestFinished(() => void smtp.close());
    const url = `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`;
    const mailer = createSmtpMailer({ url, from: "hello@app.test", idleTimeoutMs: 5_000, timeoutMs: 500 });
    expect(await rejection(mailer.send(mail))).toMatchObject({
      name: "UpstreamError",
      cause: { name: "DeadlineError" },
    });
  });

  it("waits for a mail server that has the mail and takes it after a minute: it would get the mail again otherwise", async () => {
    // A minute of the connection is as long as a second here.
    const setTimeoutOf = Socket.prototype.setTimeout;
    const shortened = vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, ms, ...rest) {
      return setTimeoutOf.call(this, ms / 60, ...rest);
    });
    onTestFinished(() => shortened.mockRestore());
    const { url, lines, closed } = await smtpServer(obliging, 1_000);
    await createSmtpMailer({ url, from: "hello@app.test" }).send(mail);
    await closed;
    expect(lines).toContain("Subject: Your sign-in link");
  });

  it("fails when the port is closed", async () => {
    const mailer = createSmtpMailer({ url: "smtp://127.0.0.1:1", from: "hello@app.test" });
    expect(await rejection(mailer.send(mail))).toMatchObject({ name: "UpstreamError", status: null });
  });
});
