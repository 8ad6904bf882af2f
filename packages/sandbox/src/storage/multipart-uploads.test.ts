import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BODY, BUCKET, KEY, serveTestStorage } from "../testing/served-storage";
import { OPEN_UPLOADS_MAX, PART_MIN_BYTES } from "./multipart-uploads";

let storage: Awaited<ReturnType<typeof serveTestStorage>>;

beforeAll(async () => {
  storage = await serveTestStorage();
});
afterAll(() => storage.stop());
beforeEach(() => storage.reset());

describe("a multipart upload", () => {
  const object = { Bucket: BUCKET, Key: KEY };
  const FIRST = Buffer.alloc(PART_MIN_BYTES, "a");
  const LAST = Buffer.from("the end");

  async function create(): Promise<string> {
    const { UploadId } = await storage
      .client()
      .send(new CreateMultipartUploadCommand({ ...object, ContentType: "video/mp4" }));
    return UploadId ?? "";
  }

  async function uploadPart(UploadId: string, PartNumber: number, Body: Uint8Array) {
    const { ETag } = await storage.client().send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  function complete(UploadId: string, Parts: { PartNumber: number; ETag?: string | undefined }[], conditions = {}) {
    const command = { ...object, UploadId, MultipartUpload: { Parts }, ...conditions };
    return storage.client().send(new CompleteMultipartUploadCommand(command));
  }

  it.each(["WHEN_REQUIRED", "WHEN_SUPPORTED"] as const)("by lib-storage, with checksums %s", async (checksums) => {
    const chunks = [FIRST, FIRST, LAST];
    const upload = new Upload({
      client: storage.client({ requestChecksumCalculation: checksums }),
      params: { ...object, Body: Readable.from(chunks), ContentType: "video/mp4", Metadata: { origin: "test" } },
      partSize: PART_MIN_BYTES,
    });
    expect((await upload.done()).ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const got = await storage.client().send(new GetObjectCommand(object));
    expect(got).toMatchObject({ ContentType: "video/mp4", Metadata: { origin: "test" } });
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(Buffer.concat(chunks))).toBe(true);
  });

  it("lists its parts, replaces a part, and creates the object only on completion", async () => {
    const id = await create();
    const last = await uploadPart(id, 7, LAST);
    await uploadPart(id, 2, LAST);
    const first = await uploadPart(id, 2, FIRST);
    const { Parts } = await storage.client().send(new ListPartsCommand({ ...object, UploadId: id }));
    expect(Parts).toMatchObject([
      { PartNumber: 2, Size: PART_MIN_BYTES, ETag: first.ETag },
      { PartNumber: 7, Size: LAST.length, ETag: last.ETag },
    ]);
    expect(await storage.store.get(KEY)).toBeNull();
    await complete(id, [first, last]);
    expect((await storage.bodyOf(KEY)).equals(Buffer.concat([FIRST, LAST]))).toBe(true);
    await expect(complete(id, [first, last])).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  it("can be aborted", async () => {
    const id = await create();
    await uploadPart(id, 1, LAST);
    await storage.client().send(new AbortMultipartUploadCommand({ ...object, UploadId: id }));
    await expect(uploadPart(id, 2, LAST)).rejects.toMatchObject({ name: "NoSuchUpload" });
    expect(await storage.store.list("")).toEqual([]);
  });

  it("is refused if its parts do not match the completion", async () => {
    const id = await create();
    const [first, second] = [await uploadPart(id, 1, LAST), await uploadPart(id, 2, LAST)];
    await expect(complete(id, [first, second])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(complete(id, [second, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(id, [{ ...first, ETag: '"x"' }])).rejects.toMatchObject({ name: "InvalidPart" });
    await expect(complete(id, [{ PartNumber: 3, ETag: first.ETag }])).rejects.toMatchObject({ name: "InvalidPart" });
    await expect(complete(id, [])).rejects.toMatchObject({ name: "MalformedXML" });
    await expect(uploadPart(id, 10_001, LAST)).rejects.toMatchObject({ name: "InvalidArgument" });
    expect(await storage.store.list("")).toEqual([]);
  });

  it("does not replace an object against its condition", async () => {
    await storage.put();
    const id = await create();
    const part = await uploadPart(id, 1, LAST);
    await expect(complete(id, [part], { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect(await storage.bodyOf(KEY)).toEqual(BODY);
  });

  it("is aborted when too many newer ones are open", async () => {
    const oldest = await create();
    for (let opened = 0; opened < OPEN_UPLOADS_MAX; opened++) await create();
    await expect(uploadPart(oldest, 1, LAST)).rejects.toMatchObject({ name: "NoSuchUpload" });
  });
});
