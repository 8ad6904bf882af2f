import { createAppRouter } from "@app/api/root";
import type { ChatModel } from "@app/clients/chat/chat-model";
import { hostAndPort } from "@app/clients/http/address";
import { createResultFetcher } from "@app/clients/http/result-fetcher";
import type { Mailer, MailServer, SmtpMailerOptions } from "@app/clients/mail/mailer";
import { createCreemProvider } from "@app/clients/payments/payment-provider";
import type { ObjectStorage, S3StorageOptions } from "@app/clients/storage/object-storage";
import { createWebhookSender } from "@app/clients/webhooks/webhook-sender";
import { closeDb, createDb, readPoolUse } from "@app/db/client/db";
import type { Clients, ServiceContext } from "@app/services/context";
import { readBacklog } from "@app/services/platform/backlog";
import { ServiceClock } from "@app/services/platform/database-clock";
import type { DestinationStream } from "pino";
import {
  configurationProblems,
  configurationWarnings,
  readLimits,
  unconfiguredParts,
} from "./env/configuration.server";
import { authSecrets, type Env, productIds, shortSecrets, webhookSecrets } from "./env/env.server";
import { imageChoices, textModels, videoChoices } from "./env/model-choices.server";
import { createLogger } from "./log/logger.server";
import { configuredSecrets, createSecretRedactor } from "./log/secrets.server";
import { once } from "./once.server";
import { observeClients } from "./telemetry/observe-clients.server";
import { NO_TELEMETRY, type Telemetry } from "./telemetry/telemetry.server";

/** Everything a request may use, constructed once. No other module constructs clients or the database. */
export interface Deps {
  readonly env: Env;
  readonly service: ServiceContext;
  /** What `service.now` reads. */
  readonly clock: ServiceClock;
  readonly appRouter: ReturnType<typeof createAppRouter>;
  readonly telemetry: Telemetry;
  /** Serves the metrics, where there are any. @returns their port */
  serveMetrics(): Promise<number | null>;
  close(): Promise<void>;
}

const DEFAULT_SELLER_NAME = "Genmint";

/** @param logTo destination of the log; default: the standard output */
export function createDeps(env: Env, logTo?: DestinationStream, telemetry: Telemetry = NO_TELEMETRY): Deps {
  const log = createLogger(env, logTo);
  for (const { missing, message } of configurationWarnings(env)) log.warn({ missing }, message);
  const short = shortSecrets(env);
  if (short.length > 0) log.warn({ variables: short }, "secrets are too short: production refuses to start with them");
  const open = (url: string) =>
    createDb(url, {
      preparedStatements: env.DATABASE_PREPARED_STATEMENTS === "on",
      aroundStatement: telemetry.aroundStatement,
    });
  const db = open(env.DATABASE_URL);
  const replica = env.DATABASE_READ_URL ? open(env.DATABASE_READ_URL) : db;
  const clients = telemetry === NO_TELEMETRY ? createClients(env) : observeClients(createClients(env), telemetry);
  const clock = new ServiceClock();
  const service: ServiceContext = {
    db,
    replica,
    now: clock.now,
    clients,
    config: {
      providerName: env.PROVIDER_NAME,
      providerSimulate: env.PROVIDER_SIMULATE,
      unconfigured: unconfiguredParts(env),
      configurationProblems: configurationProblems(env),
      webhookSecrets: webhookSecrets(env),
      productIds: productIds(env),
      checkoutReturnOrigins: env.CHECKOUT_RETURN_ORIGINS ?? null,
      appUrl: env.APP_URL,
      seller: {
        name: env.SELLER_NAME ?? DEFAULT_SELLER_NAME,
        address: env.SELLER_ADDRESS ?? null,
        taxId: env.SELLER_TAX_ID ?? null,
      },
      acceptDemoAccounts: env.DEMO_SIGN_IN,
      authSecrets: authSecrets(env),
      textModels: textModels(env),
      imageChoices: imageChoices(env),
      videoChoices: videoChoices(env),
      storagePublicUrl: clients.storage ? (env.STORAGE_PUBLIC_URL ?? null) : null,
      moderatePrompts: env.PROVIDER_MODERATION,
      refundFailedGenerations: env.REFUND_FAILED_GENERATIONS,
      subscriptionGraceDays: env.SUBSCRIPTION_GRACE_DAYS,
      grantsSchedule: env.GRANTS_SCHEDULE,
      signUpCredits: env.SIGNUP_CREDITS,
      lowCreditsThreshold: env.CREDITS_LOW_THRESHOLD,
      limits: readLimits(env),
    },
    log,
    metrics: telemetry.metrics,
    redactSecrets: createSecretRedactor(configuredSecrets(env)),
  };
  return {
    env,
    service,
    clock,
    appRouter: createAppRouter(service.config),
    telemetry,
    serveMetrics: () =>
      telemetry.listen({ log, readPoolUse: () => readPoolUse(db), readBacklog: () => readBacklog(service) }),
    close: async () => {
      await Promise.all([closeDb(db), closeDb(replica)]);
      await telemetry.close();
    },
  };
}

/** Requests to unconfigured services are refused before they get here. One that does get here fails like an unreachable host. */
const NOT_CONFIGURED = "http://not-configured.invalid";

export function createClients(env: Env): Clients {
  const mailer = env.SMTP_URL ? lazySmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) : null;
  return {
    ...generationBackends(env),
    payment: createCreemProvider({
      apiBase: env.PROVIDER_API_BASE ?? NOT_CONFIGURED,
      apiKey: env.PROVIDER_API_KEY ?? "not-configured",
    }),
    storage: createStorage(env),
    results: createResultFetcher({ allowHosts: configuredHosts(env) }),
    // Not the configured hosts: users would post to them.
    webhooks: createWebhookSender({ allowHosts: env.WEBHOOK_ALLOW_HOSTS ?? [] }),
    mailer,
    mailServer: mailer,
  };
}

/** Each is loaded with its first request, or once the server listens: OpenAI's SDK would be a large part of the process's start. */
function generationBackends(env: Env): Pick<Clients, "chat" | "image" | "video" | "models"> {
  const endpoint = (kind: "TEXT" | "IMAGE" | "VIDEO") => ({
    baseUrl: env[`AI_${kind}_BASE_URL`] ?? env.AI_BASE_URL ?? NOT_CONFIGURED,
    apiKey: env[`AI_${kind}_API_KEY`] ?? env.AI_API_KEY ?? "not-configured",
    model: kind === "TEXT" ? textModels(env)[0].name : env[`AI_${kind}_MODEL`],
  });
  const image = once(async () =>
    (await import("@app/clients/image/image-backend")).createModelArkImageBackend(endpoint("IMAGE")),
  );
  const video = once(async () =>
    (await import("@app/clients/video/video-backend")).createModelArkVideoBackend(endpoint("VIDEO")),
  );
  const models = once(async () =>
    (await import("@app/clients/http/model-directory")).createModelDirectory({
      chat: endpoint("TEXT"),
      image: endpoint("IMAGE"),
      video: endpoint("VIDEO"),
    }),
  );
  return {
    models: { check: async (kind) => (await models()).check(kind) },
    chat: lazyChatModel(textModels(env)[0].name, async () =>
      (await import("@app/clients/chat/chat-model")).createOpenAiChatModel(endpoint("TEXT")),
    ),
    image: { generate: async (request) => (await image()).generate(request) },
    video: {
      submit: async (request) => (await video()).submit(request),
      getTask: async (taskId) => (await video()).getTask(taskId),
    },
  };
}

/** Only the first stream goes through a wrapper; later ones are the model's own. */
function lazyChatModel(model: string, load: () => Promise<ChatModel>): ChatModel {
  let loaded: ChatModel | undefined;
  async function* streamOnceLoaded(...args: Parameters<ChatModel["stream"]>) {
    loaded ??= await load();
    yield* loaded.stream(...args);
  }
  return { model, stream: (...args) => loaded?.stream(...args) ?? streamOnceLoaded(...args) };
}

/** Hosts that files may be fetched from even on private addresses: those that the configuration names. */
function configuredHosts(env: Env): string[] {
  const addresses = [
    env.AI_BASE_URL,
    env.AI_TEXT_BASE_URL,
    env.AI_IMAGE_BASE_URL,
    env.AI_VIDEO_BASE_URL,
    env.STORAGE_ENDPOINT,
    env.STORAGE_PUBLIC_URL,
  ];
  const configured = addresses.filter((address) => address !== undefined).map(hostAndPort);
  return [...configured, ...(env.OUTBOUND_ALLOW_HOSTS ?? [])];
}

/** Null unless all five variables are set. */
function createStorage(env: Env): ObjectStorage | null {
  const {
    STORAGE_ENDPOINT,
    STORAGE_ACCESS_KEY_ID,
    STORAGE_SECRET_ACCESS_KEY,
    STORAGE_BUCKET_NAME,
    STORAGE_PUBLIC_URL,
  } = env;
  if (
    STORAGE_ENDPOINT &&
    STORAGE_ACCESS_KEY_ID &&
    STORAGE_SECRET_ACCESS_KEY &&
    STORAGE_BUCKET_NAME &&
    STORAGE_PUBLIC_URL
  ) {
    return lazyS3Storage({
      endpoint: STORAGE_ENDPOINT,
      region: env.STORAGE_REGION,
      accessKeyId: STORAGE_ACCESS_KEY_ID,
      secretAccessKey: STORAGE_SECRET_ACCESS_KEY,
      bucket: STORAGE_BUCKET_NAME,
      publicUrl: STORAGE_PUBLIC_URL,
      forcePathStyle: env.STORAGE_FORCE_PATH_STYLE,
    });
  }
  return null;
}

/** Loaded with the first mail, for a faster start. */
function lazySmtpMailer(options: SmtpMailerOptions): Mailer & MailServer {
  const load = once(async () => (await import("@app/clients/mail/mailer")).createSmtpMailer(options));
  return { send: async (mail) => (await load()).send(mail), verify: async () => (await load()).verify() };
}

/** Loaded with the first file, for a faster start. */
function lazyS3Storage(options: S3StorageOptions): ObjectStorage {
  const load = once(async () => (await import("@app/clients/storage/object-storage")).createS3Storage(options));
  return {
    put: async (object) => (await load()).put(object),
    removeFolder: async (folder) => (await load()).removeFolder(folder),
  };
}
