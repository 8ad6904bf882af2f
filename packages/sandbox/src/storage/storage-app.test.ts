import { Readable } from "node:stream";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BODY, BUCKET, KEY, serveTestStorage } from "../testing/served-storage";

let storage: Awaited<ReturnType<typeof serveTestStorage>>;

beforeAll(async () => {
  storage = await serveTestStorage();
});
afterAll(() => storage.stop());
beforeEach(() => storage.reset());

describe("the real S3 client", () => {
  it("stores, reads, lists and deletes an object with a key that needs every kind of escaping", async () => {
    const s3 = storage.client();
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
    await storage.client().send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: "stream",
        Body: body,
        ContentLength: BODY.length,
        ContentEncoding: "identity",
      }),
    );
    const object = await storage.store.get("stream");
    expect(Buffer.from(object?.body ?? [])).toEqual(BODY);
    expect(object?.headers["content-encoding"]).toBe("identity");
  });

  it.each(["WHEN_REQUIRED", "WHEN_SUPPORTED"] as const)(
    "stores a buffer with checksums %s",
    async (requestChecksumCalculation) => {
      const s3 = storage.client({ requestChecksumCalculation });
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "buffer", Body: BODY }));
      expect(Buffer.from((await storage.store.get("buffer"))?.body ?? [])).toEqual(BODY);
    },
  );

  it("lists in pages, in the order of the keys", async () => {
    for (const key of ["a/3", "a/1", "b/1", "a/2"]) await storage.put(key);
    const s3 = storage.client();
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

  it("creates the existing bucket and no other", async () => {
    await expect(storage.client().send(new CreateBucketCommand({ Bucket: BUCKET }))).resolves.toBeDefined();
    await expect(storage.client().send(new CreateBucketCommand({ Bucket: "other" }))).rejects.toMatchObject({
      name: "NoSuchBucket",
    });
  });

  it("receives a simulated status in S3's format", async () => {
    storage.faults.set("storage", { kind: "status", status: 503 });
    await expect(storage.put()).rejects.toMatchObject({ name: "SlowDown" });
  });

  it("fails on a broken connection", async () => {
    storage.faults.queue("storage", { kind: "reset" });
    await expect(storage.put()).rejects.toThrow();
    await expect(storage.put()).resolves.toBeUndefined();
  });
});

describe("unsupported requests", () => {
  const object = { Bucket: BUCKET, Key: KEY };

  it.each([
    ["PutObjectAcl", new PutObjectAclCommand({ ...object, ACL: "public-read" })],
    ["GetObjectAcl", new GetObjectAclCommand(object)],
    ["PutObjectTagging", new PutObjectTaggingCommand({ ...object, Tagging: { TagSet: [] } })],
    ["GetObjectTagging", new GetObjectTaggingCommand(object)],
    ["GetObject of a version", new GetObjectCommand({ ...object, VersionId: "1" })],
    ["DeleteObject of a version", new DeleteObjectCommand({ ...object, VersionId: "1" })],
    [
      "UploadPartCopy",
      new UploadPartCopyCommand({ ...object, UploadId: "u", PartNumber: 1, CopySource: `${BUCKET}/other` }),
    ],
    ["PutBucketPolicy", new PutBucketPolicyCommand({ Bucket: BUCKET, Policy: "{}" })],
    ["ListObjectsV2 by delimiter", new ListObjectsV2Command({ Bucket: BUCKET, Delimiter: "/" })],
  ])("%s is 501 and does not change the object", async (_name, command) => {
    await storage.put();
    // The client's overloads do not take a union of commands.
    const sent = storage.client().send(command as GetObjectCommand);
    await expect(sent).rejects.toMatchObject({ name: "NotImplemented", $metadata: { httpStatusCode: 501 } });
    expect(await storage.bodyOf(KEY)).toEqual(BODY);
  });

  it("are refused without a signature", async () => {
    await storage.put();
    expect((await fetch(`${storage.publicUrl(KEY)}?acl`)).status).toBe(403);
    expect((await fetch(`${storage.publicUrl(KEY)}?v=2`)).status).toBe(200);
  });
});

describe("signatures", () => {
  it.each([
    ["a wrong secret", { accessKeyId: "id", secretAccessKey: "wrong" }, "SignatureDoesNotMatch"],
    ["an unknown key id", { accessKeyId: "other", secretAccessKey: "secret" }, "InvalidAccessKeyId"],
  ])("refuse %s and store nothing", async (_name, credentials, name) => {
    const s3 = storage.client({ credentials });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toMatchObject({
      name,
    });
    expect(await storage.store.list("")).toEqual([]);
  });

  it("refuse another region", async () => {
    const s3 = storage.client({ region: "eu-west-1" });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toMatchObject({
      name: "AuthorizationHeaderMalformed",
    });
  });

  it("refuse an old signature", async () => {
    const s3 = storage.client({ systemClockOffset: -20 * 60 * 1000 });
    await expect(s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }))).rejects.toThrow(
      /RequestTimeTooSkewed/,
    );
  });

  it("cover the body", async () => {
    const s3 = storage.client({ requestChecksumCalculation: "WHEN_REQUIRED" });
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

  it.each(["PUT", "DELETE", "POST"])("are required for %s", async (method) => {
    await storage.put("kept");
    const response = await fetch(storage.publicUrl("kept"), { method });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("<Code>AccessDenied</Code>"),
    ]);
    expect(await storage.store.get("kept")).not.toBeNull();
  });

  it("are required for a list", async () => {
    expect((await fetch(`${storage.endpoint}/${BUCKET}/`)).status).toBe(403);
  });
});

describe("the public URL", () => {
  it("returns the object with its type without a signature", async () => {
    await storage.put();
    const response = await fetch(storage.publicUrl(KEY));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BODY);
  });

  it("responds to HEAD with the length and without a body", async () => {
    await storage.put();
    const response = await fetch(storage.publicUrl(KEY), { method: "HEAD" });
    expect([response.headers.get("content-length"), await response.text()]).toEqual(["1000", ""]);
  });

  it("returns a range of the object", async () => {
    await storage.put();
    const response = await fetch(storage.publicUrl(KEY), { headers: { range: "bytes=10-19" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BODY.subarray(10, 20));
  });

  it("responds with an XML error for a range beyond the end and for an unknown key", async () => {
    await storage.put();
    const beyond = await fetch(storage.publicUrl(KEY), { headers: { range: "bytes=5000-" } });
    expect([beyond.status, await beyond.text()]).toEqual([416, expect.stringContaining("InvalidRange")]);
    const unknown = await fetch(storage.publicUrl("no<&>thing"));
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("<Code>NoSuchKey</Code>")]);
  });
});
