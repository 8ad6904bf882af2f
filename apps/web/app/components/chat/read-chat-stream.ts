import type { ChatStreamEvent } from "@app/core/chat/stream-events";
import { EventSourceParserStream } from "eventsource-parser/stream";

/** The events of a chat answer as they arrive. Ends with the body, whether or not the last event said that it would. */
export async function* readChatStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatStreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const event: ChatStreamEvent = JSON.parse(part.value.data);
      yield event;
    }
  } finally {
    // Ends the request when whoever reads stops early.
    await reader.cancel();
  }
}
