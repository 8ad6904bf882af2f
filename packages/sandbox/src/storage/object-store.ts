import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ListedObject } from "./s3-xml";

/** An object's metadata. `headers` are sent with the object. */
export interface ObjectDescription {
  key: string;
  etag: string;
  crc32: string;
  storedAt: Date;
  headers: Readonly<Record<string, string>>;
}

export interface StoredObject extends ObjectDescription {
  body: Uint8Array;
}

/** Called before a write with the existing object or null. Throws if the write must not happen. */
export type WritePrecondition = (existing: ObjectDescription | null) => void;

export interface ObjectStore {
  /** Check and write are atomic for the key. */
  put(object: StoredObject, check?: WritePrecondition): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
  /** Every object whose key starts with the prefix, in no particular order. */
  list(prefix: string): Promise<ListedObject[]>;
}

export function createMemoryObjectStore(): ObjectStore {
  const objects = new Map<string, StoredObject>();
  return {
    async put(object, check) {
      check?.(objects.get(object.key) ?? null);
      objects.set(object.key, object);
    },
    async get(key) {
      return objects.get(key) ?? null;
    },
    async delete(key) {
      objects.delete(key);
    },
    async list(prefix) {
      const matching = [...objects.values()].filter(({ key }) => key.startsWith(prefix));
      return matching.map((object) => ({ ...object, size: object.body.byteLength }));
    },
  };
}

/** Largest description: a line of JSON at the start of the file, before the object's bytes. */
const DESCRIPTION_MAX_BYTES = 16 * 1024;
const FILE_SUFFIX = ".object";
const LINE_END = 0x0a;

const StoredDescription = z.object({
  key: z.string(),
  etag: z.string(),
  crc32: z.string(),
  storedAt: z.coerce.date(),
  headers: z.record(z.string(), z.string()),
});

/**
 * Stores objects as files, so that they survive a restart. A file's name is a digest of the key, so that no key can leave the folder.
 * Description and bytes are one file, which is renamed into place: a crash leaves the old object or the new one.
 */
export async function createFolderObjectStore(folder: string): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, `${createHash("sha256").update(key).digest("hex")}${FILE_SUFFIX}`);
  let writes = 0;
  const serialize = createPerKeyQueue();
  const get = async (key: string): Promise<StoredObject | null> => {
    const bytes = await readFile(pathOf(key)).catch(nullWhenMissing);
    if (bytes === null) return null;
    const { description, bodyStart } = readDescription(bytes);
    return { ...description, body: bytes.subarray(bodyStart) };
  };
  return {
    put: ({ body, ...description }, check) =>
      serialize(description.key, async () => {
        const line = Buffer.from(`${JSON.stringify(description)}\n`);
        if (line.byteLength > DESCRIPTION_MAX_BYTES) throw new Error("The object's headers are too long");
        check?.(await get(description.key));
        const path = pathOf(description.key);
        const unfinished = `${path}.${process.pid}.${writes++}`;
        await writeFile(unfinished, Buffer.concat([line, body]));
        await rename(unfinished, path);
      }),
    get,
    delete: (key) => serialize(key, () => rm(pathOf(key), { force: true })),
    async list(prefix) {
      const names = (await readdir(folder)).filter((name) => name.endsWith(FILE_SUFFIX));
      const listed: ListedObject[] = [];
      for (const name of names) {
        const object = await listFile(join(folder, name)).catch(nullWhenMissing);
        if (object?.key.startsWith(prefix)) listed.push(object);
      }
      return listed;
    },
  };
}

/** Returns a function that runs the writes of one key one after the other. */
function createPerKeyQueue(): (key: string, write: () => Promise<void>) => Promise<void> {
  const lastByKey = new Map<string, Promise<void>>();
  return (key, write) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(write);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    lastByKey.set(key, settled);
    return result.finally(() => {
      if (lastByKey.get(key) === settled) lastByKey.delete(key);
    });
  };
}

async function listFile(path: string): Promise<ListedObject> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(DESCRIPTION_MAX_BYTES);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const { description, bodyStart } = readDescription(head.subarray(0, bytesRead));
    const { size } = await file.stat();
    return { ...description, size: size - bodyStart };
  } finally {
    await file.close();
  }
}

function readDescription(bytes: Buffer): { description: ObjectDescription; bodyStart: number } {
  const lineEnd = bytes.indexOf(LINE_END);
  const description = StoredDescription.parse(JSON.parse(bytes.toString("utf8", 0, lineEnd)));
  return { description, bodyStart: lineEnd + 1 };
}

/** For files that are deleted while they are read. */
function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
