import { describe, expect, it } from "vitest";
import { checkChecksums, crc32Base64, decodeAwsChunked, OBJECT_MAX_BYTES, readUpload } from "./read-upload";

function upload(body: string, headers: Record<string, string> = {}): Request {
  return new Request("https://storage.test/bucket/key", { method: "PUT", body, headers });
}

describe("readUpload", () => {
  it("refuses a body with another decoded length than announced", async () => {
    const request = upload("3\r\nabc\r\n0\r\n\r\n", { "x-amz-decoded-content-length": "4" });
    await expect(readUpload(request, "STREAMING-UNSIGNED-PAYLOAD-TRAILER")).rejects.toMatchObject({
      code: "IncompleteBody",
    });
  });

  it("refuses a too large object before reading it", async () => {
    const request = upload("abc", { "content-length": String(OBJECT_MAX_BYTES + 1) });
    await expect(readUpload(request, "UNSIGNED-PAYLOAD")).rejects.toMatchObject({ code: "EntityTooLarge" });
  });

  it("refuses chunks with signatures, which are not supported", async () => {
    await expect(readUpload(upload("abc"), "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")).rejects.toMatchObject({
      code: "NotImplemented",
    });
  });
});

describe("decodeAwsChunked", () => {
  it("joins the chunks and reads the trailers", () => {
    const { body, trailers } = decodeAwsChunked(
      Buffer.from("5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\nX-Amz-Checksum-Crc32:abc=\r\n\r\n"),
    );
    expect(body.toString()).toBe("hello world");
    expect(trailers).toEqual(new Map([["x-amz-checksum-crc32", "abc="]]));
  });

  it("keeps line breaks in the content", () => {
    expect(decodeAwsChunked(Buffer.from("4\r\n\r\n\r\n\r\n0\r\n\r\n")).body.toString()).toBe("\r\n\r\n");
  });

  it.each(["", "5\r\nhel", "zz\r\n", "3\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n"])(
    "refuses the incomplete body %j",
    (framed) => {
      expect(() => decodeAwsChunked(Buffer.from(framed))).toThrow(expect.objectContaining({ code: "IncompleteBody" }));
    },
  );
});

describe("checkChecksums", () => {
  const body = Buffer.from("123456789");

  it("has the CRC-32 of the standard's test text", () => {
    expect(Buffer.from(crc32Base64(body), "base64").toString("hex")).toBe("cbf43926");
  });

  it("refuses a body that differs from a checksum in the headers or trailers", () => {
    const wrong = crc32Base64(Buffer.from("other"));
    const refusal = expect.objectContaining({ code: "BadDigest" });
    expect(() => checkChecksums(body, new Headers({ "x-amz-checksum-crc32": wrong }), new Map())).toThrow(refusal);
    expect(() => checkChecksums(body, new Headers(), new Map([["x-amz-checksum-crc32", wrong]]))).toThrow(refusal);
    expect(() =>
      checkChecksums(body, new Headers(), new Map([["x-amz-checksum-crc32", crc32Base64(body)]])),
    ).not.toThrow();
  });
});
