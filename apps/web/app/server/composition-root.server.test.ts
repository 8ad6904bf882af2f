import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClients } from "./composition-root.server";
import { readEnv } from "./env/env.server";

const STORAGE = {
  STORAGE_ACCESS_KEY_ID: "id",
  STORAGE_SECRET_ACCESS_KEY: "storage-secret",
  STORAGE_ENDPOINT: "https://s3.example",
  STORAGE_BUCKET_NAME: "bucket",
  STORAGE_PUBLIC_URL: "https://cdn.example",
};

function clientsOf(values: Record<string, string>) {
  return createClients(
    readEnv({ DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "sixteen characters", ...values }),
  );
}

describe("object storage", () => {
  it("is used when all five of its variables are set", () => {
    expect(clientsOf(STORAGE).storage).not.toBeNull();
  });

  it("is not used when none is", () => {
    expect(clientsOf({ STORAGE_REGION: "eu" }).storage).toBeNull();
  });

  // The warning that names the missing variable is tested in configuration.server.test.ts.
  it.each(Object.keys(STORAGE))("is not used when %s is missing", (name) => {
    for (const values of [
      { ...STORAGE, [name]: "" },
      Object.fromEntries(Object.entries(STORAGE).filter(([n]) => n !== name)),
    ])
      expect(clientsOf(values).storage).toBeNull();
  });
});

describe("results", () => {
  let connections = 0;
  const inside = createServer((_request, response) => void response.end("a file")).on("connection", () => {
    connections += 1;
  });
  let host = "";
  beforeAll(async () => {
    await once(inside.listen(0, "127.0.0.1"), "listening");
    host = `127.0.0.1:${(inside.address() as AddressInfo).port}`;
  });
  afterAll(() => void inside.close());

  const fetchInside = (values: Record<string, string>) =>
    clientsOf(values).results.fetchResult(`http://${host}/r.png`, 100);

  it("are not fetched from private addresses", async () => {
    for (const values of [{}, { OUTBOUND_ALLOW_HOSTS: "127.0.0.1" }, { PROVIDER_API_BASE: `http://${host}` }]) {
      await expect(fetchInside(values as Record<string, string>)).rejects.toMatchObject({
        cause: { name: "AddressRefusedError" },
      });
    }
    expect(connections).toBe(0);
  });

  it.each(["AI_BASE_URL", "AI_IMAGE_BASE_URL", "AI_VIDEO_BASE_URL", "STORAGE_ENDPOINT", "STORAGE_PUBLIC_URL"])(
    "are fetched from the host that %s names",
    async (name) => expect(await fetchInside({ [name]: `http://${host}/base` })).toHaveProperty("body.byteLength", 6),
  );

  it("are fetched from the hosts of OUTBOUND_ALLOW_HOSTS", async () =>
    expect(await fetchInside({ OUTBOUND_ALLOW_HOSTS: `files.test,${host}` })).toHaveProperty("body.byteLength", 6));
});
