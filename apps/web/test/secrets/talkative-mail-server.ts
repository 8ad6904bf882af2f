import { once } from "node:events";
import { createServer, type Socket } from "node:net";

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
      const given = line.slice("AUTH PLAIN ".length);
      const decoded = Buffer.from(given, "base64").toString("utf8").replaceAll("\0", ":");
      return this.isRefusing ? `535 5.7.8 ${given} is no good, nor is ${decoded}\r\n` : "235 welcome\r\n";
    }
    if (line === "DATA") return "354 go on\r\n";
    return line === "QUIT" ? "221 bye\r\n" : "250 fine\r\n";
  }
}

/** The mail's readable part: quoted-printable undone. */
export function readMail(raw: string): string {
  return raw
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
