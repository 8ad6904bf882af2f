import { HANG_MAX_MS } from "../fault-gate";
import { pause } from "../pause";

/** Leaves time for what was sent to reach the reader before the connection goes. */
const BREAK_AFTER_MS = 20;

export interface StreamedAnswer {
  id: string;
  model: string;
  /** Seconds since 1970. */
  created: number;
  pieces: readonly string[];
  finishReason: "stop" | "length";
  /** Sent as a last chunk without choices when the caller asked for it. */
  usage: Record<string, number> | null;
  pacingMs: number;
  /** Where the stream goes wrong, after half of the pieces. */
  interruption: "cut_stream" | "break_stream" | "stall" | null;
}

/** The answer as OpenAI chunks in server-sent events. Ends early, and stops its timers, when the reader goes away. */
export function streamAnswer(answer: StreamedAnswer): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const frames = answerFrames(answer, gone.signal);
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

async function* answerFrames(answer: StreamedAnswer, gone: AbortSignal): AsyncGenerator<string> {
  const { pieces, interruption } = answer;
  const wrongAt = interruption === null ? pieces.length : Math.ceil(pieces.length / 2);
  yield chunk(answer, [choice({ role: "assistant", content: "" }, null)]);
  for (const piece of pieces.slice(0, wrongAt)) {
    await pause(answer.pacingMs, gone);
    yield chunk(answer, [choice({ content: piece }, null)]);
  }
  if (interruption === "cut_stream") return;
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

function chunk(
  answer: StreamedAnswer,
  choices: readonly unknown[],
  usage: Record<string, number> | null = null,
): string {
  const { id, model, created } = answer;
  return JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices, usage });
}
