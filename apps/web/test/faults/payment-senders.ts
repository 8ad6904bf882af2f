import { setTimeout as pause } from "node:timers/promises";
import { purchaseEvent } from "../purchase-event";
import { sendWebhook } from "../send-webhook";
import type { TestApp } from "../start-test-app";

const SEND_AGAIN_AFTER_MS = 50;
const SENDS_MAX = 2_000;

/** A payment provider that pays for packs without end, several at once, and sends each webhook until it is answered 200. */
export class PaymentSenders {
  /** Payments announced, by their ids; each is acknowledged once the senders have ended. */
  readonly payments: string[] = [];
  refusals = 0;
  #isEnding = false;
  readonly #senders: Promise<void>[];

  constructor(
    private readonly app: TestApp,
    userIds: readonly string[],
    sendersCount: number,
  ) {
    this.#senders = Array.from({ length: sendersCount }, (_, index) => this.#payOneAfterAnother(userIds, index));
  }

  /** Begins no more payments and waits until those that were begun are acknowledged. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#senders);
  }

  async #payOneAfterAnother(userIds: readonly string[], first: number): Promise<void> {
    for (let turn = first; !this.#isEnding; turn += 1) {
      const event = purchaseEvent({ userId: userIds[turn % userIds.length] ?? "", key: "pack_200" });
      this.payments.push(event.object.order.id);
      await this.#sendUntilTaken(event);
    }
  }

  async #sendUntilTaken(event: object): Promise<void> {
    for (let send = 0; send < SENDS_MAX; send += 1) {
      const { status } = await sendWebhook(this.app, event);
      if (status === 200) return;
      this.refusals += 1;
      await pause(SEND_AGAIN_AFTER_MS);
    }
    throw new Error(`A webhook was not taken in ${SENDS_MAX} attempts`);
  }
}
