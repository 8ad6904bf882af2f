import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalRequest, sha256Hex, verifySignature } from "./signature";

const KEYS = { accessKeyId: "id", secretAccessKey: "secret", region: "auto" };
const SIGNED_AT = new Date("2026-03-04T05:06:07Z");
const AMZ_DATE = "20260304T050607Z";
const SCOPE = "20260304/auto/s3/aws4_request";

/** Signs a URL like a client, step by step. */
function presign(address: string, method: string, expiresSeconds: number): Request {
  const url = new URL(address);
  url.searchParams.set("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
  url.searchParams.set("X-Amz-Credential", `id/${SCOPE}`);
  url.searchParams.set("X-Amz-Date", AMZ_DATE);
  url.searchParams.set("X-Amz-Expires", String(expiresSeconds));
  url.searchParams.set("X-Amz-SignedHeaders", "host");
  const canonical = canonicalRequest(new Request(url, { method }), ["host"], "UNSIGNED-PAYLOAD");
  let key = Buffer.from("AWS4secret");
  for (const part of SCOPE.split("/")) key = createHmac("sha256", key).update(part).digest();
  const text = ["AWS4-HMAC-SHA256", AMZ_DATE, SCOPE, sha256Hex(canonical)].join("\n");
  url.searchParams.set("X-Amz-Signature", createHmac("sha256", key).update(text).digest("hex"));
  return new Request(url, { method });
}

function after(seconds: number): Date {
  return new Date(SIGNED_AT.getTime() + seconds * 1000);
}

describe("a signature in the query", () => {
  const address = "https://storage.test/bucket/a%20b.png?x=1&a=2";

  it("is valid until it expires", () => {
    const request = presign(address, "PUT", 60);
    expect(verifySignature(request, KEYS, after(60))).toEqual({ payloadHash: "UNSIGNED-PAYLOAD" });
    expect(() => verifySignature(request, KEYS, after(61))).toThrow("Request has expired");
  });

  it("covers method, path and query", () => {
    const { url } = presign(address, "PUT", 60);
    const refusal = expect.objectContaining({ code: "SignatureDoesNotMatch" });
    expect(() => verifySignature(new Request(url, { method: "DELETE" }), KEYS, after(0))).toThrow(refusal);
    expect(() =>
      verifySignature(new Request(url.replace("a%20b", "other"), { method: "PUT" }), KEYS, after(0)),
    ).toThrow(refusal);
    expect(() => verifySignature(new Request(url.replace("x=1", "x=2"), { method: "PUT" }), KEYS, after(0))).toThrow(
      refusal,
    );
  });

  it("must have an expiry within the limit", () => {
    for (const seconds of [0, 8 * 24 * 60 * 60, Number.NaN]) {
      expect(() => verifySignature(presign(address, "PUT", seconds), KEYS, after(0))).toThrow("X-Amz-Expires");
    }
  });
});

describe("a signature in a header", () => {
  it("may be absent", () => {
    expect(verifySignature(new Request("https://storage.test/bucket/a"), KEYS, SIGNED_AT)).toBeNull();
  });

  it.each(["Bearer x", "AWS4-HMAC-SHA256 Credential=id", ""])("is refused if it is %j", (authorization) => {
    const request = new Request("https://storage.test/bucket/a", { headers: { authorization } });
    expect(() => verifySignature(request, KEYS, SIGNED_AT)).toThrow(
      expect.objectContaining({ code: "AuthorizationHeaderMalformed" }),
    );
  });
});
