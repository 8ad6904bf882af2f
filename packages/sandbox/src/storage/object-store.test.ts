import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolderObjectStore, createMemoryObjectStore, type StoredObject } from "./object-store";

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "object-store-"));
  folder = join(parent, "objects");
});
afterEach(() => rm(parent, { recursive: true }));

function object(key: string, text = "text\nwith lines"): StoredObject {
  return {
    key,
    body: Buffer.from(text),
    etag: '"e"',
    crc32: "AAAA",
    storedAt: new Date("2026-01-02T03:04:05Z"),
    headers: { "content-type": "text/plain" },
  };
}

describe.each([
  ["memory", async () => createMemoryObjectStore()],
  ["folder", () => createFolderObjectStore(folder)],
])("the %s store", (_name, open) => {
  it("stores an object, replaces it, lists it by prefix and deletes it", async () => {
    const store = await open();
    await store.put(object("a/1", "old"));
    await store.put(object("a/1"));
    await store.put(object("b/1"));
    expect(await store.get("a/1")).toEqual(object("a/1"));
    expect((await store.list("a/")).map(({ key, size }) => [key, size])).toEqual([["a/1", 15]]);
    await store.delete("a/1");
    await store.delete("a/1");
    expect(await store.get("a/1")).toBeNull();
  });

  it("accepts one of several conditional writes", async () => {
    const store = await open();
    const onlyNew = (existing: unknown) => {
      if (existing) throw new Error("There is one");
    };
    const writes = ["1", "2", "3"].map((text) => store.put(object("a", text), onlyNew));
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await store.get("a")).toEqual(object("a", "1"));
  });
});

describe("the folder store", () => {
  it("still has the objects after a restart", async () => {
    await (await createFolderObjectStore(folder)).put(object("kept"));
    expect(await (await createFolderObjectStore(folder)).get("kept")).toEqual(object("kept"));
  });

  it.each(["../outside", "/etc/passwd", "..", "a/../../outside", "..\\outside", "nul\0byte", "x".repeat(1000)])(
    "keeps the key %j inside",
    async (key) => {
      await writeFile(join(parent, "outside"), "secret");
      const store = await createFolderObjectStore(folder);
      expect(await store.get(key)).toBeNull();
      await store.put(object(key));
      expect(await store.get(key)).toEqual(object(key));
      await store.delete(key);
      expect((await readdir(parent)).sort()).toEqual(["objects", "outside"]);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("ignores unfinished files", async () => {
    const store = await createFolderObjectStore(folder);
    await store.put(object("whole"));
    const [name] = await readdir(folder);
    await writeFile(join(folder, `${name}.1.0`), "{");
    expect((await store.list("")).map(({ key }) => key)).toEqual(["whole"]);
  });
});
