import { createOpenAiChatModel } from "@app/clients/chat-model";
import { createModelArkImageBackend } from "@app/clients/image-backend";
import { createModelArkVideoBackend } from "@app/clients/video-backend";
import type { Clients } from "@app/services/context";

const IDLE_TIMEOUT_MS = 2_000;
/** The longest each kind of call is waited for. */
export const TIMEOUTS_MS = { chat: 4_000, image: 3_000, submit: 3_000, status: 3_000 } as const;
/** What may pass between a client's timeout and the row's end. */
export const MARGIN_MS = 2_000;

/** The service's own clients of the generation backend, which give up after seconds instead of minutes. */
export function createShortTimeoutClients(baseUrl: string): Pick<Clients, "chat" | "image" | "video"> {
  const endpoint = { baseUrl, apiKey: "a key", model: "a-model" };
  return {
    chat: createOpenAiChatModel({
      ...endpoint,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      totalTimeoutMs: TIMEOUTS_MS.chat,
    }),
    image: createModelArkImageBackend({ ...endpoint, timeoutMs: TIMEOUTS_MS.image }),
    video: createModelArkVideoBackend({
      ...endpoint,
      submitTimeoutMs: TIMEOUTS_MS.submit,
      statusTimeoutMs: TIMEOUTS_MS.status,
    }),
  };
}
