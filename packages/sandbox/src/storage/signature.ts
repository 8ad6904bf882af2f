import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { StorageError } from "./storage-error";

export interface StorageKeys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** The signature's fields in a request, not yet verified. */
interface SignatureClaim {
  credential: string;
  signedHeaders: string;
  signature: string;
  /** ISO 8601 without punctuation: `20250131T235959Z`. */
  date: string;
  payloadHash: string;
  expiresSeconds: number | null;
}

/** A signature in a header is valid for this long before and after its date. */
export const CLOCK_SKEW_MAX_MS = 15 * 60 * 1000;
const EXPIRES_MAX_SECONDS = 7 * 24 * 60 * 60;
const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

/**
 * Verifies a Signature Version 4 in the Authorization header or in the query.
 * @returns the declared hash of the payload, or null for a request without a signature
 * @throws StorageError with S3's error code if the signature is invalid
 */
export function verifySignature(request: Request, keys: StorageKeys, now: Date): { payloadHash: string } | null {
  const claim = readHeaderClaim(request) ?? readQueryClaim(request);
  if (!claim) return null;
  const [accessKeyId, day, region, service, terminator] = claim.credential.split("/");
  if (accessKeyId !== keys.accessKeyId) throw new StorageError("InvalidAccessKeyId", "The access key id is not known");
  if (!day || region !== keys.region || service !== "s3" || terminator !== "aws4_request") {
    throw new StorageError(
      "AuthorizationHeaderMalformed",
      `The credential's scope must be <day>/${keys.region}/s3/aws4_request`,
    );
  }
  checkDate(claim, day, now);

  const signedHeaders = claim.signedHeaders.split(";");
  if (!signedHeaders.includes("host")) throw new StorageError("AccessDenied", "The host header must be signed");
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = canonicalRequest(request, signedHeaders, claim.payloadHash);
  const stringToSign = ["AWS4-HMAC-SHA256", claim.date, scope, sha256Hex(canonical)].join("\n");
  const expected = hmac(signingKey(keys.secretAccessKey, day, region), stringToSign);
  const claimed = Buffer.from(claim.signature, "hex");
  if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected)) {
    throw new StorageError("SignatureDoesNotMatch", "The signature does not match the request and the secret key");
  }
  return { payloadHash: claim.payloadHash };
}

function readHeaderClaim(request: Request): SignatureClaim | null {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return null;
  const match = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  const [, credential, signedHeaders, signature] = match ?? [];
  if (!credential || !signedHeaders || !signature) throw new StorageError("AuthorizationHeaderMalformed");
  return {
    credential,
    signedHeaders,
    signature,
    date: request.headers.get("x-amz-date") ?? "",
    payloadHash: request.headers.get("x-amz-content-sha256") ?? UNSIGNED_PAYLOAD,
    expiresSeconds: null,
  };
}

function readQueryClaim(request: Request): SignatureClaim | null {
  const query = new URL(request.url).searchParams;
  const signature = query.get("X-Amz-Signature");
  if (signature === null) return null;
  return {
    credential: query.get("X-Amz-Credential") ?? "",
    signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
    signature,
    date: query.get("X-Amz-Date") ?? "",
    payloadHash: query.get("X-Amz-Content-Sha256") ?? UNSIGNED_PAYLOAD,
    expiresSeconds: Number.parseInt(query.get("X-Amz-Expires") ?? "0", 10),
  };
}

function checkDate(claim: SignatureClaim, day: string, now: Date): void {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const signedAtMs = Date.parse(iso);
  if (Number.isNaN(signedAtMs) || !claim.date.startsWith(day))
    throw new StorageError("AccessDenied", "The request has no valid date");
  const ageMs = now.getTime() - signedAtMs;
  if (claim.expiresSeconds === null) {
    if (Math.abs(ageMs) > CLOCK_SKEW_MAX_MS) throw new StorageError("RequestTimeTooSkewed");
    return;
  }
  const { expiresSeconds } = claim;
  if (!(expiresSeconds > 0 && expiresSeconds <= EXPIRES_MAX_SECONDS))
    throw new StorageError("AccessDenied", "X-Amz-Expires is not valid");
  if (ageMs < -CLOCK_SKEW_MAX_MS || ageMs > expiresSeconds * 1000)
    throw new StorageError("AccessDenied", "Request has expired");
}

function signingKey(secretAccessKey: string, day: string, region: string): Buffer {
  return [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secretAccessKey}`, "utf8"),
  );
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/** Percent-encoding of Signature Version 4, which is stricter than `encodeURIComponent`. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The path with every segment decoded once. */
export function decodePath(pathname: string): string[] {
  try {
    return pathname.split("/").map(decodeURIComponent);
  } catch {
    throw new StorageError("InvalidURI", "The path is not valid percent-encoding");
  }
}

/** The text whose digest is signed. `payloadHash` is the declared hash, which is compared with the body later. */
export function canonicalRequest(request: Request, signedHeaders: readonly string[], payloadHash: string): string {
  const url = new URL(request.url);
  const path = decodePath(url.pathname).map(encodeStrictly).join("/");
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join("&");
  const headers = signedHeaders.map((name) => `${name}:${headerValue(request, url, name)}\n`).join("");
  return [request.method, path, query, headers, signedHeaders.join(";"), payloadHash].join("\n");
}

function headerValue(request: Request, url: URL, name: string): string {
  const value = request.headers.get(name) ?? (name === "host" ? url.host : "");
  return value.trim().replace(/ +/g, " ");
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
