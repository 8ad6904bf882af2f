import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const REPLY = ["One", " two", " three"];

/** A text model that responds at once, so that only the service is measured. */
export async function startInstantChat(): Promise<{ env: Record<string, string>; stop(): void }> {
  const chunk = (choice: object) =>
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [choice] })}\n\n`;
  const body = [
    ...REPLY.map((content) => chunk({ index: 0, delta: { content }, finish_reason: null })),
    chunk({ index: 0, delta: {}, finish_reason: "stop" }),
    "data: [DONE]\n\n",
  ].join("");
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.writeHead(200, { "content-type": "text/event-stream" }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    env: { AI_BASE_URL: `http://127.0.0.1:${address.port}`, AI_API_KEY: "bench" },
    stop: () => void server.close(),
  };
}

/** A generation backend that accepts video tasks and does nothing. */
export async function startInstantBackend(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: `task-${randomUUID()}` }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
