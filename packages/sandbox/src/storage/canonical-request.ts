import { createHash } from "node:crypto";
import { StorageError } from "./storage-error";

/** Percent-encoding as Signature Version 4 wants it, which is stricter than `encodeURIComponent`. */
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

/** The text whose digest is signed. `payloadHash` is what the caller declared, not what arrived. */
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
