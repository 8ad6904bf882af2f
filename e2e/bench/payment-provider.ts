import { randomBytes, randomUUID } from "node:crypto";
import { SIGNATURE_HEADER, signWebhook } from "@app/sandbox/payments/signatures";
import { PostConnections } from "./post-connections";

const PATH = "/api/payments/provider/webhook";
const OK = 200;

export const WEBHOOK_SECRET = randomBytes(32).toString("hex");

/** A signed webhook. */
export interface Delivery {
  body: Buffer;
  signature: string;
}

/** The first payment of a yearly plan of a new subscription, in the simple envelope. */
export function signedPayment(userId: string): Delivery {
  const event = {
    id: `evt_${randomUUID()}`,
    eventType: "checkout.completed",
    created_at: Date.now(),
    object: {
      metadata: { userId, key: "starter_yearly", kind: "subscription" },
      order: { id: `ord_${randomUUID()}`, amount: 29_000, currency: "usd", subscription_id: `sub_${randomUUID()}` },
    },
  };
  const body = Buffer.from(JSON.stringify(event));
  return { body, signature: signWebhook(body, WEBHOOK_SECRET) };
}

/** Plays the payment provider: delivers webhooks over keep-alive connections. */
export class PaymentProvider {
  readonly #connections: PostConnections;

  constructor(serviceUrl: string) {
    this.#connections = new PostConnections(serviceUrl);
  }

  /** @throws when the response is not 200 */
  async deliver({ body, signature }: Delivery): Promise<void> {
    const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
    const status = await this.#connections.send({ path: PATH, headers, body: body.toString() });
    if (status !== OK) throw new Error(`A webhook got status ${status}`);
  }

  close(): void {
    this.#connections.close();
  }
}
