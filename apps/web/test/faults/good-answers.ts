import type { ReceivedRequest } from "./faulty-backend";

export interface HealthyResponse {
  contentType: string;
  body: Buffer;
  /** How much of the body comes before the trouble, where a fault is in the middle. */
  firstBytes: number;
  isStream: boolean;
}

/** Characters of two, three and four bytes. */
export const CHAT_CHUNKS = ["Grüße ", "aus 世界 ", "🚢🚢", "!"] as const;
export const IMAGE_URL = "https://files.example/boat.png";
export const REVISED_PROMPT = "ein Schiff, größer 🚢";
export const VIDEO_URL = "https://files.example/boat.mp4";

/** In a prompt: the task's status is asked for with this fault. */
const POLL_MARK = /poll-([a-z0-9_]+-\d+)/;

/** What a backend in good health says to a request. */
export function healthyResponse({ method, path, body }: ReceivedRequest): HealthyResponse {
  if (path.endsWith("/chat/completions")) return chatResponse();
  if (path.endsWith("/images/generations"))
    return jsonResponse({ data: [{ url: IMAGE_URL, revised_prompt: REVISED_PROMPT }] });
  if (method === "GET") return jsonResponse({ status: "succeeded", content: { video_url: VIDEO_URL } });
  const polled = POLL_MARK.exec(body)?.[1];
  return jsonResponse({ id: polled ? `fault-${polled}` : "a-task" });
}

function jsonResponse(json: object): HealthyResponse {
  const body = Buffer.from(JSON.stringify(json));
  return { contentType: "application/json", body, firstBytes: Math.floor(body.byteLength / 2), isStream: false };
}

function chatResponse(): HealthyResponse {
  const frames = [...CHAT_CHUNKS.map((content) => frame({ delta: { content } })), frame({ finish_reason: "stop" })];
  const body = Buffer.from(`${frames.join("")}data: [DONE]\n\n`);
  return {
    contentType: "text/event-stream",
    body,
    firstBytes: Buffer.byteLength(frames[0] ?? ""),
    isStream: true,
  };
}

function frame(choice: object): string {
  return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
}
