import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { SIGNATURE_HEADER, signWebhook } from "@app/sandbox/payment/sign-webhook";

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
  /** How many were taken. */
  delivered = 0;
  readonly #agent: Agent;
  readonly #address: { hostname: string; port: string };

  constructor(serviceUrl: string, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    const { hostname, port } = new URL(serviceUrl);
    this.#address = { hostname, port };
  }

  /** @throws when the answer is not 200 */
  deliver({ body, signature }: Delivery): Promise<void> {
    const headers = {
      "content-type": "application/json",
      "content-length": body.byteLength,
      [SIGNATURE_HEADER]: signature,
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { ...this.#address, agent: this.#agent, method: "POST", path: PATH, headers },
        (answer) => {
          answer.resume();
          answer.once("end", () => {
            if (answer.statusCode !== OK) return reject(new Error(`A webhook was answered ${answer.statusCode}`));
            this.delivered += 1;
            resolve();
          });
        },
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
