import { randomBytes } from "node:crypto";

/** The secrets that the service and the sandbox share. */
export interface SandboxKeys {
  providerApiKey: string;
  providerWebhookSecret: string;
  aiApiKey: string;
  storageAccessKeyId: string;
  storageSecretAccessKey: string;
}

/** Base URLs of the simulated services, without trailing slashes. */
export interface SandboxAddresses {
  payment: string;
  generation: string;
  storage: string;
}

/** The models of the simulated backend. It accepts any other name, too. */
export const SANDBOX_MODELS = { text: "sandbox-text", image: "sandbox-image", video: "sandbox-video" } as const;

export const SANDBOX_BUCKET = "genmint";
export const SANDBOX_MAIL_FROM = "Genmint <hello@genmint.example>";

const KEY_RANDOM_BYTES = 18;

/** Generates the missing keys. */
export function completeKeys(keys: Partial<SandboxKeys>): SandboxKeys {
  const generate = () => randomBytes(KEY_RANDOM_BYTES).toString("hex");
  return {
    providerApiKey: keys.providerApiKey ?? `creem_test_${generate()}`,
    providerWebhookSecret: keys.providerWebhookSecret ?? `whsec_${generate()}`,
    aiApiKey: keys.aiApiKey ?? generate(),
    storageAccessKeyId: keys.storageAccessKeyId ?? generate(),
    storageSecretAccessKey: keys.storageSecretAccessKey ?? generate(),
  };
}

/** The environment variables that point the service to the sandbox; without `SMTP_URL` if no mail server runs. */
export function sandboxEnv(addresses: SandboxAddresses, keys: SandboxKeys, smtpUrl?: string): Record<string, string> {
  const { payment, generation, storage } = addresses;
  const hosts = new Set([payment, generation, storage].map((address) => new URL(address).host));
  return {
    PROVIDER_API_BASE: payment,
    PROVIDER_API_KEY: keys.providerApiKey,
    PROVIDER_WEBHOOK_SECRET: keys.providerWebhookSecret,
    AI_BASE_URL: generation,
    AI_API_KEY: keys.aiApiKey,
    AI_TEXT_MODEL: SANDBOX_MODELS.text,
    AI_IMAGE_MODEL: SANDBOX_MODELS.image,
    AI_VIDEO_MODEL: SANDBOX_MODELS.video,
    STORAGE_ACCESS_KEY_ID: keys.storageAccessKeyId,
    STORAGE_SECRET_ACCESS_KEY: keys.storageSecretAccessKey,
    STORAGE_ENDPOINT: storage,
    STORAGE_BUCKET_NAME: SANDBOX_BUCKET,
    STORAGE_PUBLIC_URL: `${storage}/${SANDBOX_BUCKET}`,
    STORAGE_REGION: "auto",
    MAIL_FROM: SANDBOX_MAIL_FROM,
    OUTBOUND_ALLOW_HOSTS: [...hosts].join(","),
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
  };
}
