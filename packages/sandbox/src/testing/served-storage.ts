import { PutObjectCommand, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { Hono } from "hono";
import { Faults } from "../faults";
import { listen } from "../http-server";
import { createMemoryObjectStore } from "../storage/object-store";
import { createStorageApp } from "../storage/storage-app";

export const BUCKET = "bucket";
/** A key that needs every kind of escaping. */
export const KEY = "images/user 1/ünïcode+plus (1)'s.png";
/** Bytes of the object that `put` stores. */
export const BODY = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

/** Serves a storage app in memory over HTTP, for tests with the real S3 client. */
export async function serveTestStorage() {
  const faults = new Faults();
  const store = createMemoryObjectStore();
  const app = new Hono();
  const server = await listen(app, 0, "127.0.0.1");
  const endpoint = `http://127.0.0.1:${server.port}/storage`;
  const options = { accessKeyId: "id", secretAccessKey: "secret", bucket: BUCKET, basePath: "/storage", store, faults };
  app.route("/", createStorageApp(options));

  function client(config: S3ClientConfig = {}): S3Client {
    return new S3Client({
      endpoint,
      region: "auto",
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
      ...config,
    });
  }
  return {
    faults,
    store,
    endpoint,
    client,
    async put(key = KEY, body: Uint8Array = BODY): Promise<void> {
      await client().send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: "image/png" }));
    },
    async bodyOf(key: string): Promise<Buffer> {
      return Buffer.from((await store.get(key))?.body ?? []);
    },
    publicUrl: (key: string) => `${endpoint}/${BUCKET}/${key.split("/").map(encodeURIComponent).join("/")}`,
    /** Removes all objects and faults. */
    async reset(): Promise<void> {
      faults.clear();
      for (const { key } of await store.list("")) await store.delete(key);
    },
    stop: () => server.stop(),
  };
}
