import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Faults } from "../faults";
import { type HttpServer, listen } from "../http-server";
import { OPEN_UPLOADS_MAX, PART_MIN_BYTES } from "./multipart-uploads";
import { createMemoryObjectStore, type ObjectStore } from "./object-store";
import { createStorageApp } from "./storage-app";

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

async function bodyOf(key: string): Promise<Buffer> {
  return Buffer.from((await store.get(key))?.body ?? []);
}

describe("what is not implemented", () => {
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
  ])("%s is 501 and leaves the object as it was", async (_name, command) => {
    await put();
    // The client's overloads do not take a union of commands.
    const sent = client().send(command as GetObjectCommand);
    await expect(sent).rejects.toMatchObject({ name: "NotImplemented", $metadata: { httpStatusCode: 501 } });
    expect(await bodyOf(KEY)).toEqual(BODY);
  });

  it("is refused to strangers like everything else that is signed", async () => {
    await put();
    expect((await fetch(`${publicUrl(KEY)}?acl`)).status).toBe(403);
    expect((await fetch(`${publicUrl(KEY)}?v=2`)).status).toBe(200);
  });
});

describe("an upload in parts", () => {
  const object = { Bucket: BUCKET, Key: KEY };
  const FIRST = Buffer.alloc(PART_MIN_BYTES, "a");
  const LAST = Buffer.from("the end");

  async function create(): Promise<string> {
    const { UploadId } = await client().send(new CreateMultipartUploadCommand({ ...object, ContentType: "video/mp4" }));
    return UploadId ?? "";
  }

  async function uploadPart(UploadId: string, PartNumber: number, Body: Uint8Array) {
    const { ETag } = await client().send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  function complete(UploadId: string, Parts: { PartNumber: number; ETag?: string | undefined }[], conditions = {}) {
    const command = { ...object, UploadId, MultipartUpload: { Parts }, ...conditions };
    return client().send(new CompleteMultipartUploadCommand(command));
  }

  it.each(["WHEN_REQUIRED", "WHEN_SUPPORTED"] as const)("by lib-storage, with checksums %s", async (checksums) => {
    const chunks = [FIRST, FIRST, LAST];
    const upload = new Upload({
      client: client({ requestChecksumCalculation: checksums }),
      params: { ...object, Body: Readable.from(chunks), ContentType: "video/mp4", Metadata: { origin: "test" } },
      partSize: PART_MIN_BYTES,
    });
    expect((await upload.done()).ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const got = await client().send(new GetObjectCommand(object));
    expect(got).toMatchObject({ ContentType: "video/mp4", Metadata: { origin: "test" } });
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(Buffer.concat(chunks))).toBe(true);
  });

  it("lists its parts, takes a part twice, and makes no object before it is complete", async () => {
    const id = await create();
    const last = await uploadPart(id, 7, LAST);
    await uploadPart(id, 2, LAST);
    const first = await uploadPart(id, 2, FIRST);
    const { Parts } = await client().send(new ListPartsCommand({ ...object, UploadId: id }));
    expect(Parts).toMatchObject([
      { PartNumber: 2, Size: PART_MIN_BYTES, ETag: first.ETag },
      { PartNumber: 7, Size: LAST.length, ETag: last.ETag },
    ]);
    expect(await store.get(KEY)).toBeNull();
    await complete(id, [first, last]);
    expect((await bodyOf(KEY)).equals(Buffer.concat([FIRST, LAST]))).toBe(true);
    await expect(complete(id, [first, last])).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  it("can be aborted", async () => {
    const id = await create();
    await uploadPart(id, 1, LAST);
    await client().send(new AbortMultipartUploadCommand({ ...object, UploadId: id }));
    await expect(uploadPart(id, 2, LAST)).rejects.toMatchObject({ name: "NoSuchUpload" });
    expect(await store.list("")).toEqual([]);
  });

  it("is refused when its parts do not fit what is completed", async () => {
    const id = await create();
    const [first, second] = [await uploadPart(id, 1, LAST), await uploadPart(id, 2, LAST)];
    await expect(complete(id, [first, second])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(complete(id, [second, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(id, [{ ...first, ETag: '"x"' }])).rejects.toMatchObject({ name: "InvalidPart" });
    await expect(complete(id, [{ PartNumber: 3, ETag: first.ETag }])).rejects.toMatchObject({ name: "InvalidPart" });
    await expect(complete(id, [])).rejects.toMatchObject({ name: "MalformedXML" });
    await expect(uploadPart(id, 10_001, LAST)).rejects.toMatchObject({ name: "InvalidArgument" });
    expect(await store.list("")).toEqual([]);
  });

  it("does not replace an object where it must not", async () => {
    await put();
    const id = await create();
    const part = await uploadPart(id, 1, LAST);
    await expect(complete(id, [part], { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect(await bodyOf(KEY)).toEqual(BODY);
  });

  it("is forgotten when too many newer ones are open", async () => {
    const oldest = await create();
    for (let opened = 0; opened < OPEN_UPLOADS_MAX; opened++) await create();
    await expect(uploadPart(oldest, 1, LAST)).rejects.toMatchObject({ name: "NoSuchUpload" });
  });
});

describe("deleting many objects", () => {
  it("removes each that is named, and counts the missing as removed", async () => {
    const keys = [KEY, "a&b<c>\u0007", "kept"];
    for (const key of keys) await put(key);
    const Objects = [KEY, "a&b<c>\u0007", "missing"].map((Key) => ({ Key }));
    const { Deleted } = await client().send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual([KEY, "a&b<c>\u0007", "missing"]);
    expect((await store.list("")).map(({ key }) => key)).toEqual(["kept"]);
  });

  it("says nothing of what it removed when asked to be quiet, and refuses an empty list", async () => {
    await put();
    const remove = (Objects: { Key: string }[]) =>
      client().send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } }));
    expect((await remove([{ Key: KEY }])).Deleted).toBeUndefined();
    await expect(remove([])).rejects.toMatchObject({ name: "MalformedXML" });
  });
});

describe("copying", () => {
  const copy = (fields: Record<string, unknown> = {}) =>
    client().send(
      new CopyObjectCommand({ Bucket: BUCKET, Key: "copy", CopySource: encodeURI(`${BUCKET}/${KEY}`), ...fields }),
    );

  it("keeps bytes, type and metadata, or takes new ones", async () => {
    await put();
    const { CopyObjectResult } = await copy();
    expect(CopyObjectResult).toMatchObject({ ETag: (await store.get(KEY))?.etag, LastModified: expect.any(Date) });
    expect(await bodyOf("copy")).toEqual(BODY);
    expect((await store.get("copy"))?.headers["content-type"]).toBe("image/png");
    await copy({ MetadataDirective: "REPLACE", ContentType: "text/plain", Metadata: { a: "b" } });
    expect((await store.get("copy"))?.headers).toMatchObject({ "content-type": "text/plain", "x-amz-meta-a": "b" });
    expect((await store.get(KEY))?.headers["content-type"]).toBe("image/png");
  });

  it("is refused from what is not there, onto itself, and against its conditions", async () => {
    await put();
    await put("copy", Buffer.from("old"));
    await expect(copy({ CopySource: `${BUCKET}/missing` })).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(copy({ CopySource: "other/key" })).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(copy({ CopySource: `${BUCKET}/copy` })).rejects.toMatchObject({ name: "InvalidRequest" });
    await expect(copy({ CopySourceIfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(copy({ IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect((await bodyOf("copy")).toString()).toBe("old");
  });
});

describe("conditions", () => {
  const write = (fields: Partial<PutObjectCommandInput>) =>
    client().send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: "new", ...fields }));

  it("let one of many writers make an object", async () => {
    const writers = await Promise.allSettled([1, 2, 3, 4].map((n) => write({ Body: `${n}`, IfNoneMatch: "*" })));
    expect(writers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const writer of writers)
      if (writer.status === "rejected")
        expect(writer.reason).toMatchObject({ name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
  });

  it("let an object be replaced only by who knows it", async () => {
    await expect(write({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "NoSuchKey" });
    await put();
    await expect(write({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect(await bodyOf(KEY)).toEqual(BODY);
    await write({ IfMatch: (await store.get(KEY))?.etag });
    expect((await bodyOf(KEY)).toString()).toBe("new");
  });

  it("of a read are kept", async () => {
    await put();
    const read = (fields: object) => client().send(new GetObjectCommand({ Bucket: BUCKET, Key: KEY, ...fields }));
    const etag = (await store.get(KEY))?.etag;
    await expect(read({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(read({ IfNoneMatch: etag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(read({ IfMatch: etag, IfNoneMatch: '"x"' })).resolves.toMatchObject({ ETag: etag });
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
