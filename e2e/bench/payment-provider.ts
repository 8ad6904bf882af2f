import { randomBytes, randomUUID } from "node:crypto";
import { SIGNATURE_HEADER, signWebhook } from "@app/sandbox/payments/signatures";
import { PostConnections } from "./post-connections";

const PATH = "/api/payments/provider/webhook";
const OK = 200;

export const WEBHOOK_SECRET = randomBytes(32).toString("hex");

/** A webhook as it is sent: signed, with its text. */
export interface Delivery {
  body: Buffer;
  signature: string;
}

/** The first payment of a yearly plan, in the simple envelope, of a subscription nobody knows yet. */
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

/** The payment provider's side: delivers webhooks over connections that it keeps. */
export class PaymentProvider {
  readonly #connections: PostConnections;

  constructor(serviceUrl: string) {
    this.#connections = new PostConnections(serviceUrl);
  }

  /** @throws when the answer is not 200 */
  async deliver({ body, signature }: Delivery): Promise<void> {
    const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
    const status = await this.#connections.send({ path: PATH, headers, body: body.toString() });
    if (status !== OK) throw new Error(`A webhook was answered ${status}`);
  }

  close(): void {
    this.#connections.close();
  }
}
