import type { ChatModel } from "@app/clients/chat/chat-model";
import type { ResultFetcher } from "@app/clients/http/result-fetcher";
import type { ImageBackend } from "@app/clients/image/image-backend";
import type { Mailer } from "@app/clients/mail/mailer";
import type { PaymentProvider } from "@app/clients/payments/payment-provider";
import type { ObjectStorage } from "@app/clients/storage/object-storage";
import type { VideoBackend } from "@app/clients/video/video-backend";
import type { CatalogueKey } from "@app/core/billing/catalogue";
import type { ImageChoices } from "@app/core/image/image-input";
import type { VideoChoices } from "@app/core/video/video-choices";
import type { Db } from "@app/db/client/db";
import type { Logger } from "pino";
import type { Limits } from "./platform/limits";

/** The outside parties. `storage` and `mailer` are null where they are not configured. */
export interface Clients {
  readonly payment: PaymentProvider;
  readonly chat: ChatModel;
  readonly image: ImageBackend;
  readonly video: VideoBackend;
  readonly storage: ObjectStorage | null;
  readonly results: ResultFetcher;
  readonly mailer: Mailer | null;
}

/** What paid requests and checkouts need. */
export type ConfigurablePart = "chat" | "image" | "video" | "payment";

/** What the use cases need to know of the environment. */
export interface ServiceConfig {
  readonly providerName: string;
  readonly providerSimulate: boolean;
  /** The parts that are not configured: what needs them is refused before it charges or writes. */
  readonly unconfigured: ReadonlySet<ConfigurablePart>;
  readonly webhookSecret: string | null;
  readonly productIds: Readonly<Record<CatalogueKey, string>>;
  /** Origins a checkout may return to; null allows any http(s) address. */
  readonly checkoutReturnOrigins: readonly string[] | null;
  readonly appUrl: string;
  /** Whether the demo accounts, whose passwords are public, may sign in. */
  readonly acceptDemoAccounts: boolean;
  /** What the service's own keys are derived from. */
  readonly authSecret: string;
  /** What the configured models accept. */
  readonly imageChoices: ImageChoices;
  readonly videoChoices: VideoChoices;
  /** Where the files in object storage are read; null where none is configured. */
  readonly storagePublicUrl: string | null;
  /** Whether a failed image, video or chat answer returns its credits by itself. */
  readonly refundFailedGenerations: boolean;
  /** How many days after its paid period an active subscription expires when no renewal arrives. */
  readonly subscriptionGraceDays: number;
  /** Whether the worker grants due instalments every hour by itself. */
  readonly grantsSchedule: "hourly" | "off";
  /** How often and how much at once; null lifts all of it. */
  readonly limits: Limits | null;
}

/** The signed-in user, as of this request. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: "user" | "admin";
  readonly credits: number;
  readonly planKey: string;
  readonly emailVerified: boolean;
}

/** What every use case is given. Time and outside parties are arguments, so that tests own both. */
export interface ServiceContext {
  readonly db: Db;
  readonly now: () => Date;
  readonly clients: Clients;
  readonly config: ServiceConfig;
  readonly log: Logger;
  /** Takes our own secrets out of an outside party's words: a backend may quote the key it was called with. */
  readonly redactSecrets: (text: string) => string;
}

/** The context of a use case that acts for a signed-in user, or for an administrator. */
export interface UserContext extends ServiceContext {
  readonly actor: Actor;
  /** The request's Idempotency-Key, as it was sent. */
  readonly idempotencyKey?: string;
  /** The same key once it is claimed for this request: its charge is then noted on it. */
  readonly claimedKey?: string;
}
