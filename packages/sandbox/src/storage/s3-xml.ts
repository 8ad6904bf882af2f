import type { StorageError } from "./storage-error";

export interface ListedObject {
  key: string;
  size: number;
  etag: string;
  storedAt: Date;
}

export interface ListResult {
  bucket: string;
  prefix: string;
  keysMax: number;
  objects: readonly ListedObject[];
  /** Where the next page goes on; null on the last one. */
  nextToken: string | null;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

export function errorXml(error: Pick<StorageError, "code" | "message">): string {
  return `${DECLARATION}<Error>${tag("Code", error.code)}${tag("Message", error.message)}</Error>`;
}

export function listXml(result: ListResult): string {
  const contents = result.objects.map(
    ({ key, size, etag, storedAt }) =>
      `<Contents>${tag("Key", key)}${tag("LastModified", storedAt.toISOString())}${tag("ETag", etag)}${tag("Size", size)}${tag("StorageClass", "STANDARD")}</Contents>`,
  );
  const parts = [
    tag("Name", result.bucket),
    tag("Prefix", result.prefix),
    tag("KeyCount", result.objects.length),
    tag("MaxKeys", result.keysMax),
    tag("IsTruncated", result.nextToken !== null),
    result.nextToken === null ? "" : tag("NextContinuationToken", result.nextToken),
    ...contents,
  ];
  return `${DECLARATION}<ListBucketResult xmlns="${NAMESPACE}">${parts.join("")}</ListBucketResult>`;
}

function tag(name: string, value: string | number | boolean): string {
  return `<${name}>${String(value).replace(/[&<>"'\p{Cc}]/gu, (character) => `&#${character.charCodeAt(0)};`)}</${name}>`;
}
