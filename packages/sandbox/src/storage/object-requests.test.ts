import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BODY, BUCKET, KEY, serveTestStorage } from "../testing/served-storage";

let storage: Awaited<ReturnType<typeof serveTestStorage>>;

beforeAll(async () => {
  storage = await serveTestStorage();
});
afterAll(() => storage.stop());
beforeEach(() => storage.reset());

describe("deleting many objects", () => {
  it("deletes the listed keys, and counts missing ones as deleted", async () => {
    const keys = [KEY, "a&b<c>\u0007", "kept"];
    for (const key of keys) await storage.put(key);
    const Objects = [KEY, "a&b<c>\u0007", "missing"].map((Key) => ({ Key }));
    const { Deleted } = await storage.client().send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual([KEY, "a&b<c>\u0007", "missing"]);
    expect((await storage.store.list("")).map(({ key }) => key)).toEqual(["kept"]);
  });

  it("returns no keys in quiet mode, and refuses an empty list", async () => {
    await storage.put();
    const remove = (Objects: { Key: string }[]) =>
      storage.client().send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } }));
    expect((await remove([{ Key: KEY }])).Deleted).toBeUndefined();
    await expect(remove([])).rejects.toMatchObject({ name: "MalformedXML" });
  });
});

describe("copying", () => {
  const copy = (fields: Record<string, unknown> = {}) =>
    storage
      .client()
      .send(
        new CopyObjectCommand({ Bucket: BUCKET, Key: "copy", CopySource: encodeURI(`${BUCKET}/${KEY}`), ...fields }),
      );

  it("keeps bytes, type and metadata, or replaces the headers", async () => {
    await storage.put();
    const { CopyObjectResult } = await copy();
    expect(CopyObjectResult).toMatchObject({
      ETag: (await storage.store.get(KEY))?.etag,
      LastModified: expect.any(Date),
    });
    expect(await storage.bodyOf("copy")).toEqual(BODY);
    expect((await storage.store.get("copy"))?.headers["content-type"]).toBe("image/png");
    await copy({ MetadataDirective: "REPLACE", ContentType: "text/plain", Metadata: { a: "b" } });
    expect((await storage.store.get("copy"))?.headers).toMatchObject({
      "content-type": "text/plain",
      "x-amz-meta-a": "b",
    });
    expect((await storage.store.get(KEY))?.headers["content-type"]).toBe("image/png");
  });

  it("is refused without a source, onto itself, and if a condition fails", async () => {
    await storage.put();
    await storage.put("copy", Buffer.from("old"));
    await expect(copy({ CopySource: `${BUCKET}/missing` })).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(copy({ CopySource: "other/key" })).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(copy({ CopySource: `${BUCKET}/copy` })).rejects.toMatchObject({ name: "InvalidRequest" });
    await expect(copy({ CopySourceIfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(copy({ IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect((await storage.bodyOf("copy")).toString()).toBe("old");
  });
});

describe("conditions", () => {
  const write = (fields: Partial<PutObjectCommandInput>) =>
    storage.client().send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: "new", ...fields }));

  it("let only one of several writers create an object", async () => {
    const writers = await Promise.allSettled([1, 2, 3, 4].map((n) => write({ Body: `${n}`, IfNoneMatch: "*" })));
    expect(writers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const writer of writers)
      if (writer.status === "rejected")
        expect(writer.reason).toMatchObject({ name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
  });

  it("replace an object only with its current ETag", async () => {
    await expect(write({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "NoSuchKey" });
    await storage.put();
    await expect(write({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect(await storage.bodyOf(KEY)).toEqual(BODY);
    await write({ IfMatch: (await storage.store.get(KEY))?.etag });
    expect((await storage.bodyOf(KEY)).toString()).toBe("new");
  });

  it("apply to reads", async () => {
    await storage.put();
    const read = (fields: object) =>
      storage.client().send(new GetObjectCommand({ Bucket: BUCKET, Key: KEY, ...fields }));
    const etag = (await storage.store.get(KEY))?.etag;
    await expect(read({ IfMatch: '"x"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(read({ IfNoneMatch: etag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(read({ IfMatch: etag, IfNoneMatch: '"x"' })).resolves.toMatchObject({ ETag: etag });
  });
});
