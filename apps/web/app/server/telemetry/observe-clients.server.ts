import type { ChatModel } from "@app/clients/chat/chat-model";
import type { Clients } from "@app/services/context";
import { withSpan } from "@app/services/platform/spans";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Telemetry } from "./telemetry.server";

/** The same clients, with every call measured and in a span. */
export function observeClients(clients: Clients, telemetry: Telemetry): Clients {
  const observe = <Client extends object>(service: string, client: Client): Client =>
    observeCalls(client, service, telemetry);
  return {
    payment: observe("payment", clients.payment),
    chat: observeChat(clients.chat, telemetry),
    image: observe("image", clients.image),
    video: observe("video", clients.video),
    models: observe("models", clients.models),
    storage: clients.storage && observe("storage", clients.storage),
    results: observe("results", clients.results),
    // Has a metric of its own: a receiver that fails is no failure of a service that this one needs.
    webhooks: clients.webhooks,
    mailer: clients.mailer && observe("mail", clients.mailer),
    mailServer: clients.mailServer && observe("mail", clients.mailServer),
  };
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** Every member of these clients is a function that returns a promise. */
function observeCalls<Client extends object>(client: Client, service: string, telemetry: Telemetry): Client {
  const calls = Object.entries(client as Record<string, Call>).map(([name, call]): [string, Call] => [
    name,
    async (...args) => {
      const finished = stopwatch(service, telemetry);
      try {
        const result = await withSpan(`${service}.${name}`, () => call.apply(client, args), { kind: SpanKind.CLIENT });
        finished("ok");
        return result;
      } catch (error) {
        finished("error");
        throw error;
      }
    },
  ]);
  return Object.fromEntries(calls) as Client;
}

function observeChat(chat: ChatModel, telemetry: Telemetry): ChatModel {
  return { model: chat.model, stream: (...args) => observeStream(chat.stream(...args), telemetry) };
}

/** Measured from the call to the stream's end. A consumer that stops early has not met an error. */
async function* observeStream(chunks: AsyncIterable<string>, telemetry: Telemetry): AsyncGenerator<string> {
  const finished = stopwatch("chat", telemetry);
  const span = trace.getTracer("genmint").startSpan("chat.stream", { kind: SpanKind.CLIENT });
  let outcome: "ok" | "error" = "ok";
  try {
    yield* chunks;
  } catch (error) {
    outcome = "error";
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
    finished(outcome);
  }
}

function stopwatch(service: string, telemetry: Telemetry): (outcome: "ok" | "error") => void {
  const startedAt = performance.now();
  return (outcome) => telemetry.upstreamFinished(service, outcome, (performance.now() - startedAt) / 1000);
}
