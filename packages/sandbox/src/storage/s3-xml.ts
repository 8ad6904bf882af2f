import { StorageError } from "./storage-error";

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
  /** Continuation token of the next page; null on the last one. */
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
  return document("ListBucketResult", ...parts);
}

export function deleteXml(deletedKeys: readonly string[]): string {
  return document("DeleteResult", ...deletedKeys.map((key) => `<Deleted>${tag("Key", key)}</Deleted>`));
}

export function copyXml(copy: { etag: string; storedAt: Date }): string {
  return document("CopyObjectResult", tag("LastModified", copy.storedAt.toISOString()), tag("ETag", copy.etag));
}

interface UploadNames {
  bucket: string;
  key: string;
  uploadId: string;
}

export function uploadCreatedXml({ bucket, key, uploadId }: UploadNames): string {
  return document("InitiateMultipartUploadResult", tag("Bucket", bucket), tag("Key", key), tag("UploadId", uploadId));
}

export function uploadCompletedXml(upload: { bucket: string; key: string; location: string; etag: string }): string {
  return document(
    "CompleteMultipartUploadResult",
    tag("Location", upload.location),
    tag("Bucket", upload.bucket),
    tag("Key", upload.key),
    tag("ETag", upload.etag),
  );
}

export interface ListedPart {
  number: number;
  etag: string;
  size: number;
  storedAt: Date;
}

export function partsXml(upload: UploadNames, parts: readonly ListedPart[]): string {
  return document(
    "ListPartsResult",
    tag("Bucket", upload.bucket),
    tag("Key", upload.key),
    tag("UploadId", upload.uploadId),
    tag("IsTruncated", false),
    ...parts.map(
      ({ number, etag, size, storedAt }) =>
        `<Part>${tag("PartNumber", number)}${tag("LastModified", storedAt.toISOString())}${tag("ETag", etag)}${tag("Size", size)}</Part>`,
    ),
  );
}

/** Finds the elements of a small document by name. Ignores attributes and comments. */
export interface XmlDocument {
  /** The contents of every element of this name. */
  all(name: string): XmlDocument[];
  /** The text of the first element of this name; undefined if there is none. */
  text(name: string): string | undefined;
}

/** @throws StorageError `MalformedXML` if the text is not XML */
export function parseXml(xml: string): XmlDocument {
  if (!/^\s*(<\?xml[^>]*>)?\s*<\w/.test(xml)) throw new StorageError("MalformedXML", "The body is not XML");
  return toXmlDocument(xml);
}

function toXmlDocument(xml: string): XmlDocument {
  return {
    all: (name) => contentsOf(xml, name).map(toXmlDocument),
    text: (name) => {
      const [first] = contentsOf(xml, name);
      return first === undefined ? undefined : unescapeXml(first);
    },
  };
}

/** The contents of all elements of this name, in one pass. */
function contentsOf(xml: string, name: string): string[] {
  const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, "g");
  const contents: string[] = [];
  while (start.test(xml)) {
    const end = xml.indexOf(`</${name}>`, start.lastIndex);
    if (end < 0) throw new StorageError("MalformedXML", `<${name}> is not closed`);
    contents.push(xml.slice(start.lastIndex, end));
    start.lastIndex = end;
  }
  return contents;
}

const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED_CHARACTERS.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff) throw new StorageError("MalformedXML", "A character reference is not valid");
    return String.fromCodePoint(code);
  });
}

function document(root: string, ...parts: readonly string[]): string {
  return `${DECLARATION}<${root} xmlns="${NAMESPACE}">${parts.join("")}</${root}>`;
}

function tag(name: string, value: string | number | boolean): string {
  return `<${name}>${String(value).replace(/[&<>"'\p{Cc}]/gu, (character) => `&#${character.charCodeAt(0)};`)}</${name}>`;
}
