import { once } from "node:events";
import { connect } from "node:net";

/**
 * Hands a mail over in the plainest SMTP there is, for tests: no client library stands between the test and the server.
 * @returns the server's answers, one for each step taken; a refusal ends the conversation
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
  const answers: string[] = [];
  try {
    for (const step of [null, ...steps]) {
      if (step !== null) socket.write(`${step}\r\n`);
      const answer = await readReply(socket);
      answers.push(answer.trim());
      if (/^[45]/.test(answer)) break;
    }
    return answers;
  } finally {
    socket.destroy();
  }
}

async function readReply(socket: ReturnType<typeof connect>): Promise<string> {
  let answer = "";
  while (!/^\d{3} .*\r\n$/m.test(answer)) answer += String((await once(socket, "data"))[0]);
  return answer;
}
