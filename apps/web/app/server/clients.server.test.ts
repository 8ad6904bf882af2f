import pino from "pino";
import { describe, expect, it } from "vitest";
import { createClients } from "./clients.server";
import { readEnv } from "./env.server";

const STORAGE = {
  STORAGE_ACCESS_KEY_ID: "id",
  STORAGE_SECRET_ACCESS_KEY: "storage-secret",
  STORAGE_ENDPOINT: "https://s3.example",
  STORAGE_BUCKET_NAME: "bucket",
  STORAGE_PUBLIC_URL: "https://cdn.example",
};

function clientsOf(values: Record<string, string>) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const env = readEnv({ DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "sixteen characters", ...values });
  return { clients: createClients(env, log), lines };
}

describe("object storage", () => {
  it("is used when all five of its variables are set", () => {
    const { clients, lines } = clientsOf(STORAGE);
    expect(clients.storage).not.toBeNull();
    expect(lines).toEqual([]);
  });

  it("is not used when none is, without a word", () => {
    const { clients, lines } = clientsOf({ STORAGE_REGION: "eu" });
    expect(clients.storage).toBeNull();
    expect(lines).toEqual([]);
  });

  it.each(Object.keys(STORAGE))("is not used when %s is missing, with a warning that names it", (name) => {
    for (const values of [
      { ...STORAGE, [name]: "" },
      Object.fromEntries(Object.entries(STORAGE).filter(([n]) => n !== name)),
    ]) {
      const { clients, lines } = clientsOf(values);
      expect(clients.storage).toBeNull();
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ missing: [name] }]);
      expect(lines.join()).not.toContain("storage-secret");
    }
  });
});
