import { describe, expect, it } from "vitest";
import { OBJECT_MAX_BYTES, readUpload } from "./read-upload";

function upload(body: string, headers: Record<string, string> = {}): Request {
  return new Request("https://storage.test/bucket/key", { method: "PUT", body, headers });
}

describe("readUpload", () => {
  it("refuses a body whose decoded length is not the announced one", async () => {
    const request = upload("3\r\nabc\r\n0\r\n\r\n", { "x-amz-decoded-content-length": "4" });
    await expect(readUpload(request, "STREAMING-UNSIGNED-PAYLOAD-TRAILER")).rejects.toMatchObject({
      code: "IncompleteBody",
    });
  });

  it("refuses an object beyond its bound before reading it", async () => {
    const request = upload("abc", { "content-length": String(OBJECT_MAX_BYTES + 1) });
    await expect(readUpload(request, "UNSIGNED-PAYLOAD")).rejects.toMatchObject({ code: "EntityTooLarge" });
  });

  it("refuses chunks with signatures, which it could not check", async () => {
    await expect(readUpload(upload("abc"), "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")).rejects.toMatchObject({
      code: "NotImplemented",
    });
  });
});
