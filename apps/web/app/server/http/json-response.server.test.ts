import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { JsonAnswer } from "./json-response.server";

const VALUE = { text: "Ein Boot für dich 舟" };

it("is sent with the length of its bytes, and with every header that was set on it meanwhile", async () => {
  const server = createServer((_request, outgoing) => {
    const answer = new JsonAnswer(VALUE, { status: 201, headers: { "retry-after": "10" } });
    answer.headers.append("set-cookie", "a=1");
    answer.headers.append("set-cookie", "b=2");
    answer.send(outgoing);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(JSON.stringify(VALUE))));
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("retry-after")).toBe("10");
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await answer.json()).toEqual(VALUE);
});

it.each<[string, (answer: JsonAnswer) => Promise<unknown>]>([
  ["as JSON", (answer) => answer.json()],
  ["as text", async (answer) => JSON.parse(await answer.text())],
  ["by who copies it, as middleware does", (answer) => new Response(answer.body, answer).json()],
])("is read %s", async (_how, read) => {
  expect(await read(new JsonAnswer(VALUE))).toEqual(VALUE);
});
