import type { ObjectStore } from "./object-store";
import { readXml } from "./read-upload";
import { deleteXml, listXml } from "./s3-xml";
import { StorageError } from "./storage-error";

const LIST_KEYS_MAX = 1_000;
const DELETE_KEYS_MAX = 1_000;

/** `ListObjectsV2` with prefix, max-keys, start-after and continuation. The token is the last key of the page before. */
export async function listObjects(request: Request, bucket: string, store: ObjectStore): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (query.get("delimiter")) throw new StorageError("NotImplemented", "Lists by delimiter are not supported");
  const prefix = query.get("prefix") ?? "";
  const after = decodeToken(query.get("continuation-token")) ?? query.get("start-after") ?? "";
  const requested = Number.parseInt(query.get("max-keys") ?? "", 10);
  const keysMax = Number.isNaN(requested) ? LIST_KEYS_MAX : Math.min(Math.max(requested, 1), LIST_KEYS_MAX);

  const found = (await store.list(prefix)).filter(({ key }) => key > after).sort((a, b) => (a.key < b.key ? -1 : 1));
  const objects = found.slice(0, keysMax);
  const last = found.length > keysMax ? objects.at(-1) : undefined;
  const nextToken = last ? Buffer.from(last.key).toString("base64url") : null;
  return xmlResponse(listXml({ bucket, prefix, keysMax, objects, nextToken }));
}

/** `DeleteObjects`. A key that is not there counts as deleted. */
export async function deleteObjects(request: Request, payloadHash: string, store: ObjectStore): Promise<Response> {
  const body = await readXml(request, payloadHash);
  const entries = body.all("Object");
  if (entries.length === 0 || entries.length > DELETE_KEYS_MAX) {
    throw new StorageError("MalformedXML", `The list must have 1 to ${DELETE_KEYS_MAX} keys`);
  }
  const keys = entries.map((entry) => {
    const key = entry.text("Key");
    if (!key) throw new StorageError("MalformedXML", "An object without its key");
    if (entry.text("VersionId")) throw new StorageError("NotImplemented", "There are no versions");
    return key;
  });
  for (const key of keys) await store.delete(key);
  return xmlResponse(deleteXml(body.text("Quiet") === "true" ? [] : keys));
}

function decodeToken(token: string | null): string | null {
  return token === null ? null : Buffer.from(token, "base64url").toString("utf8");
}

export function xmlResponse(xml: string, status = 200): Response {
  return new Response(xml, { status, headers: { "content-type": "application/xml" } });
}
