import { HANG_MAX_MS } from "../fault-gate";
import { pause } from "../pause";
import { simulatedError } from "./backend-error";

/** Leaves time for what was sent to reach the reader before the connection goes. */
const BREAK_AFTER_MS = 20;

export interface StreamedResponse {
  id: string;
  model: string;
  /** Seconds since 1970. */
  created: number;
  pieces: readonly string[];
  finishReason: "stop" | "length" | "content_filter";
  /** What a thinking model sends before the answer, and the pause before each piece of it. */
  reasoning?: { pieces: readonly string[]; pacingMs: number } | null | undefined;
  /** Sent as a last chunk without choices when the caller asked for it. */
  usage: object | null;
  pacingMs: number;
  /** Where the stream goes wrong, after half of the pieces. */
  interruption: "cut_stream" | "break_stream" | "stall" | "stream_error" | null;
}

/** The answer as OpenAI chunks in server-sent events. Ends early, and stops its timers, when the reader goes away. */
export function streamResponse(answer: StreamedResponse): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const frames = responseFrames(answer, gone.signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const frame = await frames.next();
      if (frame.done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${frame.value}\n\n`));
    },
    cancel() {
      gone.abort();
    },
  });
}

async function* responseFrames(answer: StreamedResponse, gone: AbortSignal): AsyncGenerator<string> {
  const { pieces, interruption } = answer;
  const wrongAt = interruption === null ? pieces.length : Math.ceil(pieces.length / 2);
  yield chunk(answer, [choice({ role: "assistant", content: "" }, null)]);
  for (const piece of answer.reasoning?.pieces ?? []) {
    await pause(answer.reasoning?.pacingMs ?? 0, gone);
    yield chunk(answer, [choice({ content: "", reasoning_content: piece }, null)]);
  }
  for (const piece of pieces.slice(0, wrongAt)) {
    await pause(answer.pacingMs, gone);
    yield chunk(answer, [choice({ content: piece }, null)]);
  }
  if (interruption === "cut_stream") return;
  if (interruption === "stream_error") {
    yield JSON.stringify(simulatedError(500).toBody());
    return;
  }
  if (interruption === "break_stream") {
    await pause(BREAK_AFTER_MS, gone);
    throw new Error("The connection was lost");
  }
  if (interruption === "stall") {
    await pause(HANG_MAX_MS, gone);
    return;
  }
  yield chunk(answer, [choice({}, answer.finishReason)]);
  if (answer.usage) yield chunk(answer, [], answer.usage);
  yield "[DONE]";
}

function choice(delta: Record<string, string>, finishReason: string | null) {
  return { index: 0, delta, finish_reason: finishReason };
}

function chunk(answer: StreamedResponse, choices: readonly unknown[], usage: object | null = null): string {
  const { id, model, created } = answer;
  return JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices, usage });
}
