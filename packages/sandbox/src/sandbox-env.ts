import { randomBytes } from "node:crypto";

/** The secrets the service and the sandbox share. */
export interface SandboxKeys {
  providerApiKey: string;
  providerWebhookSecret: string;
  aiApiKey: string;
  storageAccessKeyId: string;
  storageSecretAccessKey: string;
}

/** Where the parties are reached, without slashes at the end. */
export interface SandboxAddresses {
  payment: string;
  generation: string;
  storage: string;
}

export const SANDBOX_BUCKET = "genmint";
export const SANDBOX_MAIL_FROM = "Genmint <hello@genmint.example>";

const KEY_RANDOM_BYTES = 18;

/** Makes up whatever key is not given. */
export function completeKeys(given: Partial<SandboxKeys>): SandboxKeys {
  const fresh = () => randomBytes(KEY_RANDOM_BYTES).toString("hex");
  return {
    providerApiKey: given.providerApiKey ?? `creem_test_${fresh()}`,
    providerWebhookSecret: given.providerWebhookSecret ?? `whsec_${fresh()}`,
    aiApiKey: given.aiApiKey ?? fresh(),
    storageAccessKeyId: given.storageAccessKeyId ?? fresh(),
    storageSecretAccessKey: given.storageSecretAccessKey ?? fresh(),
  };
}

/** The environment with which the service finds the sandbox; without `SMTP_URL` when no mail server runs. */
export function sandboxEnv(addresses: SandboxAddresses, keys: SandboxKeys, smtpUrl?: string): Record<string, string> {
  const { payment, generation, storage } = addresses;
  const hosts = new Set([payment, generation, storage].map((address) => new URL(address).host));
  return {
    PROVIDER_API_BASE: payment,
    PROVIDER_API_KEY: keys.providerApiKey,
    PROVIDER_WEBHOOK_SECRET: keys.providerWebhookSecret,
    AI_BASE_URL: generation,
    AI_API_KEY: keys.aiApiKey,
    AI_TEXT_MODEL: "sandbox-text",
    AI_IMAGE_MODEL: "sandbox-image",
    AI_VIDEO_MODEL: "sandbox-video",
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
