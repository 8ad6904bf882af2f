import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { PushedAnswer, PushedText } from "./pushed-response.server";

function createAnswer() {
  const text = new PushedText();
  return { text, answer: new PushedAnswer(text, { "Content-Type": "text/event-stream" }) };
}

/** Asks a server that sends the answer. */
async function ask(answer: PushedAnswer): Promise<Response> {
  const server = createServer((_request, outgoing) => answer.send(outgoing));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it.each<[string, (answer: PushedAnswer) => Promise<Response>]>([
  ["sent", ask],
  ["read by who copies it, as middleware does", async (answer) => new Response(answer.body, answer)],
])("is %s piece by piece, with every header that was set on it meanwhile", async (_how, read) => {
  const { text, answer } = createAnswer();
  answer.headers.set("x-request-id", "a name");
  text.write("before anybody ");
  text.write("takes it, ");
  const taken = await read(answer);
  expect(taken.headers.get("content-type")).toBe("text/event-stream");
  expect(taken.headers.get("x-request-id")).toBe("a name");
  const pieces = taken.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await pieces?.read()).toMatchObject({ value: "before anybody takes it, " });
  text.write("舟 after");
  expect(await pieces?.read()).toMatchObject({ value: "舟 after" });
  text.end();
  expect(await pieces?.read()).toMatchObject({ done: true });
});

it("is whole for who takes it when it has ended", async () => {
  const { text, answer } = createAnswer();
  text.write("all");
  text.end();
  expect(await (await ask(answer)).text()).toBe("all");
});

it("goes on for a reader who has left its copy", async () => {
  const { text, answer } = createAnswer();
  text.write("a");
  const reader = new Response(answer.body, answer).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  for (let piece = 0; piece < 3; piece += 1) text.write("b");
  text.end();
});
