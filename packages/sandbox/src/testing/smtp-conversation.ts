import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends a mail with plain SMTP commands, without a client library.
 * @returns the server's replies, one for each command; an error reply ends the conversation
 */
export async function sendRawMail(
  smtpUrl: string,
  mail: { from: string; to: string[]; content: string },
): Promise<string[]> {
  const { hostname, port } = new URL(smtpUrl);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("utf8");
  const steps = [
    "EHLO client.test",
    `MAIL FROM:<${mail.from}>`,
    ...mail.to.map((to) => `RCPT TO:<${to}>`),
    "DATA",
    `${mail.content.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")}\r\n.`,
    "QUIT",
  ];
  const replies: string[] = [];
  try {
    for (const step of [null, ...steps]) {
      if (step !== null) socket.write(`${step}\r\n`);
      const reply = await readReply(socket);
      replies.push(reply.trim());
      if (/^[45]/.test(reply)) break;
    }
    return replies;
  } finally {
    socket.destroy();
  }
}

async function readReply(socket: ReturnType<typeof connect>): Promise<string> {
  let reply = "";
  while (!/^\d{3} .*\r\n$/m.test(reply)) reply += String((await once(socket, "data"))[0]);
  return reply;
}
