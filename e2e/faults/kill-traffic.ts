import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ProviderEvent } from "@app/sandbox/payments/events";
import { SIGNATURE_HEADER, signWebhook } from "@app/sandbox/payments/signatures";
import type { SeededRandom } from "@app/sandbox/testing/fault-tests";
import { type Sale, Shop } from "./sales";
import type { Customer } from "./seed-customers";

/** A paid request under an Idempotency-Key. */
export interface IdempotentRequest {
  customer: Customer;
  kind: "chat" | "image" | "video";
  key: string;
  body: Record<string, unknown>;
  /** Status of the complete response; null while there is none. */
  status: number | null;
  /** A chat whose response was 200 and ended without its last event. */
  isCut: boolean;
}

/** An attempt that got no complete response, or one that says nothing about the request. */
export interface BrokenAttempt {
  requestId: string;
  what: string;
  startedAt: number;
  endedAt: number;
}

export interface TrafficOptions {
  url: string;
  webhookSecret: string;
  cronSecret: string;
  customers: readonly [Customer, ...Customer[]];
  pictureUrl: string;
  random: SeededRandom;
  /** Chats that are sent at the same time. */
  chatsAtOnce?: number;
  /** Timeout of an attempt. */
  attemptMaxMs?: number;
  /** Responses of a proxy or of a service without its database. The sender tries again, as after a lost connection. Default: none. */
  isUnavailable?: (status: number) => boolean;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Pause before the next attempt, and between cron calls. */
  retryPauseMs?: number;
}

const PATHS = { chat: "/api/chat/stream", image: "/api/image/generate", video: "/api/video/generate" } as const;
const ATTEMPT_MAX_MS = 3_000;
/** The interval at which an unreachable server is polled. */
const RETRY_PAUSE_MS = 50;
const AWAY_LOOKS_MAX = 1_000;
const DELIVERY_ATTEMPTS_MAX = 5_000;
/** A key whose request broke off before its charge may be claimed again after half a minute. */
const ASK_AGAIN_AFTER_MS = 31_000;
const SALES_AT_ONCE = 4;
const CHATS_AT_ONCE = 3;
/** The last event of a complete chat response, be it an answer or an error. */
const LAST_EVENT = /"type":"(?:done|error)"/;
const CRON_QUERY = "limit=2&catchUp=3";
const VIDEO_PAUSE_MS = 1_000;
const CONFLICT = 409;
const FAILED = 500;

/** All callers of the service while it is killed. Each sender retries until it has a response. */
export class Traffic {
  readonly sales: Sale[] = [];
  readonly idempotentRequests: IdempotentRequest[] = [];
  /** Responses of a living server that no caller may ever get. */
  readonly unexpectedResponses: string[] = [];
  readonly brokenAttempts: BrokenAttempt[] = [];
  /** Paid requests that succeeded. */
  readonly paidAnswers: { sentAt: number; answeredAt: number }[] = [];
  /** Complete responses. */
  requests = 0;
  readonly #options: TrafficOptions;
  readonly #shop: Shop;
  readonly #brokenOff: { request: IdempotentRequest; at: number }[] = [];
  #running = true;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#shop = new Shop(options.random);
  }

  /** Runs until `stop` is called and every webhook has its 200. */
  async run(): Promise<void> {
    const lanes = [
      ...Array.from({ length: SALES_AT_ONCE }, () => () => this.#sell()),
      ...Array.from(
        { length: this.#options.chatsAtOnce ?? CHATS_AT_ONCE },
        () => () => this.#ask("chat", { message: `Tell me of ${randomUUID()}` }),
      ),
      () => this.#ask("image", this.#imageBody()),
      async () => {
        await this.#ask("video", { prompt: `A boat, ${randomUUID()}`, duration: 5 });
        await pause(VIDEO_PAUSE_MS);
      },
      () => this.#askAgain(),
      () => this.#runCron(),
    ];
    await Promise.all(lanes.map((send) => this.#repeat(send)));
  }

  stop(): void {
    this.#running = false;
  }

  async #repeat(send: () => Promise<void>): Promise<void> {
    while (this.#running) await send();
  }

  async #sell(): Promise<void> {
    const { random, customers } = this.#options;
    const sale = random.integer(3) === 0 ? this.#shop.renew() : this.#shop.sell(random.pick(customers).id);
    if (!sale) return;
    this.sales.push(sale);
    // One event after the other or all at once, one of them twice.
    const copies = [...sale.events, random.pick([...sale.events] as [ProviderEvent, ...ProviderEvent[]])];
    if (random.integer(2) === 0) for (const event of copies) await this.#deliver(event);
    else await Promise.all(copies.map((event) => this.#deliver(event)));
  }

  async #deliver(event: ProviderEvent): Promise<void> {
    const body = JSON.stringify(event);
    const headers = { [SIGNATURE_HEADER]: signWebhook(body, this.#options.webhookSecret) };
    for (let attempt = 0; attempt < DELIVERY_ATTEMPTS_MAX; attempt += 1) {
      const response = await this.#send("/api/payments/provider/webhook", { method: "POST", body, headers });
      if (response?.status === 200) return;
      if (response) this.unexpectedResponses.push(`webhook ${response.status} ${response.text}`);
      await this.#pause();
    }
    throw new Error(`No 200 for ${event.eventType} ${event.id}`);
  }

  async #runCron(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#options.cronSecret}` };
    const response = await this.#send(`/api/cron/subscription-grants?${CRON_QUERY}`, { headers });
    if (response && response.status !== 200) this.unexpectedResponses.push(`cron ${response.status} ${response.text}`);
    await this.#pause();
  }

  async #ask(kind: IdempotentRequest["kind"], body: Record<string, unknown>): Promise<void> {
    const { random, customers } = this.#options;
    const request: IdempotentRequest = {
      customer: random.pick(customers),
      kind,
      key: randomUUID(),
      body,
      status: null,
      isCut: false,
    };
    this.idempotentRequests.push(request);
    await this.#post(request);
    if (request.status === null) this.#brokenOff.push({ request, at: Date.now() });
  }

  /** Repeats an interrupted request under its key once. One that is interrupted again is repeated at the end. */
  async #askAgain(): Promise<void> {
    const [oldest] = this.#brokenOff;
    if (!oldest || Date.now() - oldest.at < ASK_AGAIN_AFTER_MS) return pause(RETRY_PAUSE_MS);
    this.#brokenOff.shift();
    await this.#post(oldest.request);
  }

  async #post(request: IdempotentRequest): Promise<void> {
    const { kind, body } = request;
    const headers = {
      "content-type": "application/json",
      cookie: `authjs.session-token=${request.customer.sessionToken}`,
      "idempotency-key": request.key,
    };
    const sentAt = Date.now();
    const response = await this.#send(PATHS[kind], { method: "POST", body: JSON.stringify(body), headers });
    if (!response || response.status === CONFLICT) return this.#pause();
    request.status = response.status;
    if (response.status === 200) this.paidAnswers.push({ sentAt, answeredAt: Date.now() });
    request.isCut = kind === "chat" && response.status === 200 && !LAST_EVENT.test(response.text);
    // A failure is checked at the end, together with its row.
    if (response.status !== 200 && response.status !== FAILED)
      this.unexpectedResponses.push(`${kind} ${response.status} ${response.text}`);
  }

  #pause(): Promise<void> {
    return pause(this.#options.retryPauseMs ?? RETRY_PAUSE_MS);
  }

  #imageBody(): Record<string, unknown> {
    const { pictureUrl: imageUrl } = this.#options;
    return { prompt: `A boat, ${randomUUID()}`, imageUrl, size: "adaptive", watermark: true };
  }

  /** The complete response; null when there is none or it says nothing. Waits for a server that is not running. */
  async #send(path: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
    const { url, attemptMaxMs = ATTEMPT_MAX_MS, isUnavailable } = this.#options;
    for (let look = 0; look < AWAY_LOOKS_MAX; look += 1) {
      const requestId = randomUUID();
      const startedAt = Date.now();
      const broken = (why: string) => {
        this.brokenAttempts.push({ requestId, what: `${path} ${why}`, startedAt, endedAt: Date.now() });
        return null;
      };
      try {
        const signal = AbortSignal.timeout(attemptMaxMs);
        const headers = { ...init.headers, ...this.#options.headers, "x-request-id": requestId };
        const response = await fetch(`${url}${path}`, { ...init, headers, signal });
        const text = await response.text();
        if (isUnavailable?.(response.status)) return broken(`${response.status} ${text}`);
        this.requests += 1;
        return { status: response.status, text };
      } catch (error) {
        if (!isConnectionRefused(error)) return broken(reasonOf(error));
        await pause(RETRY_PAUSE_MS);
      }
    }
    throw new Error("The server stayed away");
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}

function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
