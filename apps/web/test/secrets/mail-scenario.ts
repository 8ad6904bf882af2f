import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { startWorker } from "@app/services/worker";
import { mutate } from "../api-client";
import { TEST_APP_URL, type TestApp } from "../app";
import { waitUntil } from "../wait-until";
import { USER_EMAIL, USER_PASSWORD } from "./canaries";
import { askForMagicLink, RecordingClient } from "./scenarios";

/**
 * Links are refused by the mail server first, then taken, then used rightly and wrongly.
 * @returns their tokens, by name
 */
export async function runMailScenario(
  app: TestApp,
  mailServer: EchoingMailServer,
  responses: string[],
): Promise<Map<string, string>> {
  const { db, deps } = app;
  const client = new RecordingClient(app, responses);
  await askForMagicLink(client);
  await mutate(client, "password.requestReset", { email: USER_EMAIL });
  const worker = await startWorker(deps.service, deps.env.DATABASE_URL);
  const failed = () => db.$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL`;
  await waitUntil("a mail is refused", async () => (await failed()).length > 0);
  mailServer.isRefusing = false;
  await askForMagicLink(client);
  await db.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE run_at > now()`;
  await waitUntil("the mails are there", async () => linkTokens(mailServer).size === LINKS.length);
  await worker.stop();
  const tokens = linkTokens(mailServer);
  const reset = tokens.get(RESET) ?? "";
  const link = /https?:\/\/\S+callback\/email\S+/.exec(readMail(mailServer.mails.join("\n")))?.[0] ?? "";
  await client.get(link.slice(TEST_APP_URL.length).replace("email=", "email=x"));
  await mutate(client, "password.reset", { token: reset, password: "short" });
  await mutate(client, "password.reset", { token: `${reset}x`, password: USER_PASSWORD });
  const verification = tokens.get(VERIFICATION) ?? "";
  await mutate(client, "account.verifyEmail", { token: `${verification}x` });
  for (let use = 0; use < 2; use += 1) {
    await client.get(link.slice(TEST_APP_URL.length));
    await mutate(client, "password.reset", { token: reset, password: USER_PASSWORD });
    await mutate(client, "account.verifyEmail", { token: verification });
  }
  return tokens;
}

const RESET = "the token of a reset link";
const VERIFICATION = "the token of a verification link";
const LINKS = [
  ["the token of a magic link", /callback\/email\?\S*?token=([\w-]+)/],
  [RESET, /reset-password\?token=([\w-]+)/],
  [VERIFICATION, /verify-email\?token=([\w-]+)/],
] as const;

function linkTokens({ mails }: EchoingMailServer): Map<string, string> {
  const texts = mails.map(readMail).join("\n");
  const found = LINKS.map(([name, link]) => [name, link.exec(texts)?.[1]] as const);
  return new Map(found.flatMap(([name, token]) => (token === undefined ? [] : [[name, token] as const])));
}

/** A mail server that wants a password and either quotes it in its refusal, or takes the mail. */
export class EchoingMailServer {
  isRefusing = true;
  /** Texts of the mails that were taken. */
  readonly mails: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#converse(socket));

  /** Returns where it listens, as `host:port`. */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #converse(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.write("220 mail.example ESMTP\r\n");
    let mail: string | null = null;
    let received = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      const lines = received.split("\r\n");
      received = lines.pop() ?? "";
      for (const line of lines) {
        if (mail === null) {
          mail = line === "DATA" ? "" : null;
          socket.write(this.#reply(line));
        } else if (line === ".") {
          this.mails.push(mail);
          mail = null;
          socket.write("250 taken\r\n");
        } else mail += `${line}\n`;
      }
    });
  }

  #reply(line: string): string {
    if (line.startsWith("EHLO")) return "250-mail.example\r\n250 AUTH PLAIN\r\n";
    if (line.startsWith("AUTH PLAIN")) {
      const sent = line.slice("AUTH PLAIN ".length);
      const decoded = Buffer.from(sent, "base64").toString("utf8").replaceAll("\0", ":");
      return this.isRefusing ? `535 5.7.8 ${sent} is no good, nor is ${decoded}\r\n` : "235 welcome\r\n";
    }
    if (line === "DATA") return "354 go on\r\n";
    return line === "QUIT" ? "221 bye\r\n" : "250 fine\r\n";
  }
}

/** The mail's readable part: quoted-printable undone. */
function readMail(raw: string): string {
  return raw
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
