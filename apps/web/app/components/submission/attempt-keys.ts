const KEY_RANDOM_BYTES = 16;

export interface IdempotencyKeys {
  /** The Idempotency-Key to send this request with: the one before when that was the same request and got no answer. */
  keyFor(request: unknown): string;
  /** The service has answered, well or not: the same request is a new one from here on. */
  responseReceived(): void;
}

/** Keeps the key of a request whose answer never came, so that sending it again cannot be charged twice. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let unanswered: { request: string; key: string } | null = null;
  return {
    keyFor: (request) => {
      const text = JSON.stringify(request);
      if (unanswered?.request !== text) unanswered = { request: text, key: randomKey() };
      return unanswered.key;
    },
    responseReceived: () => {
      unanswered = null;
    },
  };
}

/** Not `crypto.randomUUID`, which browsers withhold from a page that came without https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
