import { Readable } from "node:stream";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Faults } from "../faults";
import { type HttpServer, listen } from "../http-server";
import { createStorageApp } from "./create-storage-app";
import { createMemoryObjectStore, type ObjectStore } from "./object-store";

const BUCKET = "bucket";
const KEY = "images/user 1/ünïcode+plus (1)'s.png";
const BODY = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

const faults = new Faults();
let store: ObjectStore;
let server: HttpServer;
let endpoint: string;

beforeAll(async () => {
  const app = new Hono();
  server = await listen(app, 0, "127.0.0.1");
  endpoint = `http://127.0.0.1:${server.port}/storage`;
  store = createMemoryObjectStore();
  app.route(
    "/",
    createStorageApp({
      accessKeyId: "id",
      secretAccessKey: "secret",
      bucket: BUCKET,
      basePath: "/storage",
      store,
      faults,
    }),
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  faults.clear();
  for (const { key } of await store.list("")) await store.delete(key);
});

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

async function put(key = KEY, body: Uint8Array = BODY): Promise<void> {
  await client().send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: "image/png" }));
}

function publicUrl(key: string): string {
  return `${endpoint}/${BUCKET}/${key.split("/").map(encodeURIComponent).join("/")}`;
}

describe("the real S3 client", () => {
  it("stores, reads, heads, lists and deletes an object whose key needs every kind of escaping", async () => {
    const s3 = client();
    await s3.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: KEY,
        Body: BODY,
        ContentType: "image/png",
        CacheControl: "immutable",
        Metadata: { origin: "test" },
      }),
    );
    const got = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? [])).toEqual(BODY);
    expect(got).toMatchObject({ ContentType: "image/png", CacheControl: "immutable", Metadata: { origin: "test" } });
    const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect(head).toMatchObject({ ContentLength: BODY.length, ETag: got.ETag });
    const list = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: "images/" }));
    expect(list.Contents).toMatchObject([{ Key: KEY, Size: BODY.length }]);
    await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: KEY }));
    await expect(s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: KEY }))).rejects.toMatchObject({
      name: "NoSuchKey",
    });
  });

  it("stores a checksummed stream without its chunk framing", async () => {
    const body = Readable.from([BODY.subarray(0, 10), BODY.subarray(10)]);
    await client().send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: "stream",
        Body: body,
        ContentLength: BODY.length,
        ContentEncoding: "identity",
      }),
    );
    const object = await store.get("stream");
    expect(Buffer.from(object?.body ?? [])).toEqual(BODY);
    expect(object?.headers["content-encoding"]).toBe("identity");
  });

  it.each(["WHEN_REQUIRED", "WHEN_SUPPORTED"] as const)(
    "stores a buffer with checksums %s",
    async (requestChecksumCalculation) => {
      const s3 = client({ requestChecksumCalculation });
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "buffer", Body: BODY }));
      expect(Buffer.from((await store.get("buffer"))?.body ?? [])).toEqual(BODY);
    },
  );

  it("lists page by page in the order of the keys", async () => {
    for (const key of ["a/3", "a/1", "b/1", "a/2"]) await put(key);
    const s3 = client();
    const first = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: "a/", MaxKeys: 2 }));
    expect([first.IsTruncated, first.Contents?.map(({ Key }) => Key)]).toEqual([true, ["a/1", "a/2"]]);
    const second = await s3.send(
      new ListObjectsV2Command({
        Bucket: BUCKET,
        Prefix: "a/",
        MaxKeys: 2,
        ContinuationToken: first.NextContinuationToken,
      }),
    );
    expect([second.IsTruncated, second.Contents?.map(({ Key }) => Key)]).toEqual([false, ["a/3"]]);
  });

  it("creates the bucket that is there already, and no other", async () => {
    await expect(client().send(new CreateBucketCommand({ Bucket: BUCKET }))).resolves.toBeDefined();
    await expect(client().send(new CreateBucketCommand({ Bucket: "other" }))).rejects.toMatchObject({
      name: "NoSuchBucket",
    });
  });

  it("sees a simulated status as S3 would send it", async () => {
    faults.set("storage", { kind: "status", status: 503 });
    await expect(put()).rejects.toMatchObject({ name: "SlowDown" });
  });

  it("sees a broken connection", async () => {
    faults.queue("storage", { kind: "reset" });
    await expect(put()).rejects.toThrow();
    await expect(put()).resolves.toBeUndefined();
  });
});

describe("signatures", () => {
  it.each([
    ["a wrong secret", { accessKeyId: "id", secretAccessKey: "wrong" }, "SignatureDoesNotMatch"],
    ["an unknown key id", { accessKeyId: "other", secretAccessKey: "secret" }, "InvalidAccessKeyId"],
  ])("refuse %s and store nothing", async (_name, credentials, name) => {
    const s3 = client({ credentials });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toMatchObject({
      name,
    });
    expect(await store.list("")).toEqual([]);
  });

  it("refuse another region than the one configured", async () => {
    const s3 = client({ region: "eu-west-1" });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toMatchObject({
      name: "AuthorizationHeaderMalformed",
    });
  });

  it("refuse a request that was signed long ago", async () => {
    const s3 = client({ systemClockOffset: -20 * 60 * 1000 });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toThrow(
      /RequestTimeTooSkewed/,
    );
  });

  it("cover the body", async () => {
    const s3 = client({ requestChecksumCalculation: "WHEN_REQUIRED" });
    s3.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as object, { body: Buffer.from("changed!") });
        return next(args);
      },
      { step: "deserialize", priority: "low" },
    );
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "original" }))).rejects.toMatchObject({
      name: "XAmzContentSHA256Mismatch",
    });
  });

  it.each(["PUT", "DELETE", "POST"])("are demanded for %s", async (method) => {
    await put("kept");
    const response = await fetch(publicUrl("kept"), { method });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("<Code>AccessDenied</Code>"),
    ]);
    expect(await store.get("kept")).not.toBeNull();
  });

  it("are demanded for a list", async () => {
    expect((await fetch(`${endpoint}/${BUCKET}/`)).status).toBe(403);
  });
});

describe("the public address", () => {
  it("gives anybody the object with its type", async () => {
    await put();
    const response = await fetch(publicUrl(KEY));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BODY);
  });

  it("answers HEAD with the length and without a body", async () => {
    await put();
    const response = await fetch(publicUrl(KEY), { method: "HEAD" });
    expect([response.headers.get("content-length"), await response.text()]).toEqual(["1000", ""]);
  });

  it("gives a range of it", async () => {
    await put();
    const response = await fetch(publicUrl(KEY), { headers: { range: "bytes=10-19" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BODY.subarray(10, 20));
  });

  it("answers an error in XML for a range beyond the end and for an unknown key", async () => {
    await put();
    const beyond = await fetch(publicUrl(KEY), { headers: { range: "bytes=5000-" } });
    expect([beyond.status, await beyond.text()]).toEqual([416, expect.stringContaining("InvalidRange")]);
    const unknown = await fetch(publicUrl("no<&>thing"));
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("<Code>NoSuchKey</Code>")]);
  });
});
