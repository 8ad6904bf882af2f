import { type ChatStreamEvent, SSE_KEEP_ALIVE } from "@app/core/chat/chat-stream";
import { expect } from "vitest";
import type { ApiClient } from "./api-client";

const PATH = "/api/chat/stream";

interface StreamedChat {
  response: Response;
  events: ChatStreamEvent[];
  sessionId: string;
  /** The joined contents. */
  reply: string;
}

export function openChat(client: ApiClient, input: object, init: RequestInit = {}): Promise<Response> {
  return client.fetch(PATH, {
    method: "POST",
    body: JSON.stringify(input),
    headers: { "content-type": "application/json" },
    ...init,
  });
}

/**
 * Sends a message and reads the stream to its end. All of it must be events of the form `data: {json}` with a blank
 * line, or keep-alive comments.
 */
export async function chat(client: ApiClient, input: object): Promise<StreamedChat> {
  const response = await openChat(client, input);
  expect(response.status).toBe(200);
  const text = (await response.text()).replaceAll(SSE_KEEP_ALIVE, "");
  const events = text
    .split("\n\n")
    .slice(0, -1)
    .map((frame): ChatStreamEvent => JSON.parse(frame.slice("data: ".length)));
  expect(text).toBe(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  const sessionId = events.map((event) => (event.type === "metadata" ? event.sessionId : "")).join("");
  const reply = events.map((event) => (event.type === "content" ? event.content : "")).join("");
  return { response, events, sessionId, reply };
}
