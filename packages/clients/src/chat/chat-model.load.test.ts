import { afterEach, expect, it, vi } from "vitest";
import { interceptOutbound, realServer, rejection } from "../testing/upstream";
import { type ChatModel, createOpenAiChatModel } from "./chat-model";

const load = vi.fn(() => 0);
afterEach(() => {
  load.mockReset();
  vi.restoreAllMocks();
});

const server = interceptOutbound();
const fragment = (content: string, finishReason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finishReason }] })}\n\n`;
const OVERLOADED = 0.95;
const BUSY = 0.75;
/** So many draw times that are all alike about never. */
const STREAMS = 20;
const question = [{ role: "user" as const, content: "Hello?" }];

/** A model whose backend says a word and, once that is on its way, the rest. */
async function streamOf(rest: readonly string[]) {
  const origin = await realServer(server, (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(fragment("first"), () => {
      for (const piece of rest) response.write(piece);
      if (rest.length > 0) response.end();
    });
  });
  return createOpenAiChatModel({ baseUrl: origin, apiKey: "key", model: "m", load });
}

/** What is said, and when. */
async function listen(model: ChatModel): Promise<{ word: string; at: number }[]> {
  const said = [];
  for await (const word of model.stream(question)) said.push({ word, at: performance.now() });
  return said;
}

it("lets fragments gather after the first while the process is overloaded, and gives them all", async () => {
  load.mockReturnValueOnce(OVERLOADED);
  const said = await listen(await streamOf([fragment("second"), fragment("third", "stop")]));
  expect(said.map(({ word }) => word)).toEqual(["first", "second", "third"]);
  const [first = 0, second = 0, third = 0] = said.map(({ at }) => at);
  expect(second - first).toBeGreaterThan(900);
  expect(third - second).toBeLessThan(500);
});

it("lets them gather for less than a second while it is only busy, and not at all before that", async () => {
  load.mockReturnValueOnce(BUSY).mockReturnValue(0.55);
  vi.spyOn(Math, "random").mockReturnValue(0);
  const said = await listen(await streamOf([fragment("second"), fragment("third", "stop")]));
  const [first = 0, second = 0, third = 0] = said.map(({ at }) => at);
  expect(second - first).toBeGreaterThan(250);
  expect(second - first).toBeLessThan(900);
  expect(third - second).toBeLessThan(250);
});

it("has streams that gather from the same moment on come back at different ones", async () => {
  load.mockReturnValue(OVERLOADED);
  const model = await streamOf([fragment("last", "stop")]);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => listen(model)));
  const backAt = streams.map((said) => said.at(-1)?.at ?? 0);
  expect(Math.max(...backAt) - Math.min(...backAt)).toBeGreaterThan(500);
});

it("who aborts meanwhile need not wait for it", async () => {
  load.mockReturnValue(OVERLOADED);
  const model = await streamOf([]);
  const controller = new AbortController();
  const words = model.stream(question, controller.signal)[Symbol.asyncIterator]();
  await words.next();
  const next = rejection(words.next());
  const abortedAt = performance.now();
  controller.abort(new Error("enough"));
  expect(await next).toMatchObject({ message: "enough" });
  expect(performance.now() - abortedAt).toBeLessThan(500);
});
