import { expect, it, vi } from "vitest";
import { ZIP_WORKS_MAX, zipWorks } from "./zip-works";

const FOREVER = new AbortController().signal;
const works = (...ids: string[]) => ids.map((id) => ({ id }));

function file(name: string, content = name): Response {
  return new Response(content, { headers: { "content-disposition": `attachment; filename="${name}"` } });
}

/** Responds with a file for each work, unless another response is given. */
const fetching = (others: Record<string, () => Promise<Response>> = {}) =>
  vi.fn(async (address: RequestInfo | URL) => {
    const id = String(address).split("/")[2] ?? "";
    return others[id]?.() ?? file("boat.png", id);
  });

/** The names in the ZIP's directory of files. */
async function namesIn(zip: Blob | null): Promise<string[]> {
  const text = Buffer.from((await zip?.arrayBuffer()) ?? new ArrayBuffer(0)).toString("latin1");
  const [, ...entries] = text.split("PK\u0001\u0002");
  return entries.map((entry) => /[\w-]+\.png/.exec(entry)?.[0] ?? "");
}

it("zips files, and gives those of one name numbers", async () => {
  const progress: number[] = [];
  const options = { signal: FOREVER, onProgress: (done: number) => progress.push(done), fetchFile: fetching() };
  const { zip, failed } = await zipWorks(works("a", "b", "c"), options);
  expect(await namesIn(zip)).toEqual(["boat.png", "boat-2.png", "boat-3.png"]);
  expect(failed).toEqual([]);
  expect(progress).toEqual([1, 2, 3]);
});

it("leaves out what does not arrive, and tells it", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("The connection was lost")) });
  const fetchFile = fetching({
    gone: async () => new Response(null, { status: 404 }),
    lost: async () => Promise.reject(new TypeError("Failed to fetch")),
    broken: async () => new Response(broken, { headers: { "content-disposition": 'attachment; filename="x.png"' } }),
  });
  const options = { signal: FOREVER, onProgress: () => undefined, fetchFile };
  const { zip, failed } = await zipWorks(works("gone", "a", "lost", "broken", "b"), options);
  expect(await namesIn(zip)).toEqual(["boat.png", "boat-2.png"]);
  expect(failed).toEqual(works("gone", "lost", "broken"));
  expect((await zipWorks(works("gone"), options)).zip).toBeNull();
});

it("requests no further file when the session has ended, and says so", async () => {
  const fetchFile = fetching({ late: async () => new Response(null, { status: 401 }) });
  const options = { signal: FOREVER, onProgress: () => undefined, fetchFile };
  const { zip, failed, isSessionOver } = await zipWorks(works("a", "late", "b"), options);
  expect(await namesIn(zip)).toEqual(["boat.png"]);
  expect(failed).toEqual(works("late", "b"));
  expect(isSessionOver).toBe(true);
  expect(fetchFile).toHaveBeenCalledTimes(2);
  expect((await zipWorks(works("a"), options)).isSessionOver).toBe(false);
});

it("stops at the bound, and when it is cancelled", async () => {
  const fetchFile = fetching();
  const many = works(...Array.from({ length: ZIP_WORKS_MAX + 1 }, (_, number) => String(number)));
  await zipWorks(many, { signal: FOREVER, onProgress: () => undefined, fetchFile });
  expect(fetchFile).toHaveBeenCalledTimes(ZIP_WORKS_MAX);
  const cancelling = new AbortController();
  const onProgress = () => cancelling.abort();
  await expect(zipWorks(works("a", "b"), { signal: cancelling.signal, onProgress, fetchFile })).rejects.toThrow();
  expect(fetchFile).toHaveBeenCalledTimes(ZIP_WORKS_MAX + 1);
});
