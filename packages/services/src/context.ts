import type { ChatModel } from "@app/clients/chat/chat-model";
import type { ModelDirectory } from "@app/clients/http/model-directory";
import type { ResultFetcher } from "@app/clients/http/result-fetcher";
import type { ImageBackend } from "@app/clients/image/image-backend";
import type { Mailer, MailServer } from "@app/clients/mail/mailer";
import type { PaymentProvider } from "@app/clients/payments/payment-provider";
import type { ObjectStorage } from "@app/clients/storage/object-storage";
import type { VideoBackend } from "@app/clients/video/video-backend";
import type { WebhookSender } from "@app/clients/webhooks/webhook-sender";
import type { CatalogueKey } from "@app/core/billing/catalogue";
import type { TextModel } from "@app/core/chat/text-models";
import type { ImageChoices } from "@app/core/image/image-input";
import type { VideoChoices } from "@app/core/video/video-choices";
import type { Db } from "@app/db/client/db";
import type { Logger } from "pino";
import type { Limits } from "./platform/limits";
import type { Metrics } from "./platform/metrics";

/** The clients of other services. `storage`, `mailer` and `mailServer` are null when they are not configured. */
export interface Clients {
  readonly payment: PaymentProvider;
  readonly chat: ChatModel;
  readonly image: ImageBackend;
  readonly video: VideoBackend;
  readonly models: ModelDirectory;
  readonly storage: ObjectStorage | null;
  readonly results: ResultFetcher;
  readonly webhooks: WebhookSender;
  readonly mailer: Mailer | null;
  /** The same mail server, for the system check alone. */
  readonly mailServer: MailServer | null;
}

/** A part that paid requests or checkouts need and that may be left out of the configuration. */
export type ConfigurablePart = "chat" | "image" | "video" | "payment";

/** A setting that is missing or dangerous. Names variables, never their values. */
export interface ConfigurationProblem {
  variables: readonly string[];
  message: string;
  /** An error loses something: money, credits or safety. A warning switches a part off. */
  severity: "warning" | "error";
}

/** A secret and those it replaces. The first makes everything new. What any of them has made is still accepted. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Who sells, as receipts name it. */
export interface Seller {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
}

/** The configuration that use cases read. */
export interface ServiceConfig {
  readonly providerName: string;
  readonly providerSimulate: boolean;
  /** Use cases that need one of these are refused before they charge or write. */
  readonly unconfigured: ReadonlySet<ConfigurablePart>;
  /** What the configuration lacks, or sets dangerously. For administrators. */
  readonly configurationProblems: readonly ConfigurationProblem[];
  /** Secrets that a webhook may be signed with. While there are none, every webhook is refused. */
  readonly webhookSecrets: readonly string[];
  readonly productIds: Readonly<Record<CatalogueKey, string>>;
  /** Origins that a checkout may return to; null allows any http(s) address. */
  readonly checkoutReturnOrigins: readonly string[] | null;
  readonly appUrl: string;
  readonly seller: Seller;
  /** Whether the demo accounts may sign in. Their passwords are public. */
  readonly acceptDemoAccounts: boolean;
  /** The secrets that the service's own keys are derived from. */
  readonly authSecrets: Secrets;
  /** The text models that users may choose from, the default first. */
  readonly textModels: readonly [TextModel, ...TextModel[]];
  /** The sizes, durations and resolutions that the configured models accept. */
  readonly imageChoices: ImageChoices;
  readonly videoChoices: VideoChoices;
  /** Base URL of the files in object storage; null when storage is not configured. */
  readonly storagePublicUrl: string | null;
  /** Whether the payment provider checks prompts for images and videos before they are charged. */
  readonly moderatePrompts: boolean;
  /** Whether a failed image, video or chat response is refunded automatically. */
  readonly refundFailedGenerations: boolean;
  /** Days after its paid period until an active subscription without a renewal expires. */
  readonly subscriptionGraceDays: number;
  /** Whether the worker grants due instalments every hour. */
  readonly grantsSchedule: "hourly" | "off";
  /** Credits that every new account is granted, once. */
  readonly signUpCredits: number;
  /** A spend that takes the balance from above this number to it or below is announced to the user by mail, and to the user's webhooks. */
  readonly lowCreditsThreshold: number;
  /** Rate limits and concurrency limits; null turns all of them off. */
  readonly limits: Limits | null;
}

/** The signed-in user as read for this request. `credits` may have changed since. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: "user" | "admin";
  readonly credits: number;
  readonly planKey: string;
  readonly emailVerified: boolean;
  /** Language of the pages opened last, for mails. Null is English. */
  readonly locale: string | null;
}

/** The first argument of every use case. Time and clients are arguments, so that tests control both. */
export interface ServiceContext {
  readonly db: Db;
  /** A read-only copy of the database, which may lag behind; the database itself where there is none. See `onReplica`. */
  readonly replica: Db;
  readonly now: () => Date;
  readonly clients: Clients;
  readonly config: ServiceConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Removes our secrets from a text of another service: a backend may quote the key it was called with. */
  readonly redactSecrets: (text: string) => string;
  /** Pauses between the attempts to write the outcome of what was paid for, where they are not the usual ones of `writeAgain`. */
  readonly writeAgainPausesMs?: readonly number[];
}

/** The context of a use case that acts for a signed-in user, or for an administrator. */
export interface UserContext extends ServiceContext {
  readonly actor: Actor;
  /** The request's Idempotency-Key header. */
  readonly idempotencyKey?: string;
  /** The same key once this request has claimed it: the charge is then recorded on it. */
  readonly claimedKey?: string;
  /** The API key that the request was made with. Absent for a session. */
  readonly apiKeyId?: string;
  /** The session that the request was made with. Absent for an API key. */
  readonly sessionToken?: string;
}
