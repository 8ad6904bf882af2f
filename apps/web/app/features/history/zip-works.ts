import { downloadZip } from "client-zip";

/** A ZIP is put together in the browser, which holds its files until it is saved. */
export const ZIP_WORKS_MAX = 50;
const FILE_TIMEOUT_MS = 120_000;
const UNAUTHORIZED = 401;
const FILE_NAME = /filename="([^"]+)"/;

interface ZippedWork {
  id: string;
}

interface ZipOptions {
  signal: AbortSignal;
  /** After each file, with how many are done. */
  onProgress: (done: number) => void;
  fetchFile?: typeof fetch;
}

export interface ZippedWorks<Work extends ZippedWork> {
  /** Null when no file arrived. */
  zip: Blob | null;
  /** Those whose file did not arrive. */
  failed: Work[];
  /** The user has been signed out, and no further file was requested. */
  isSessionOver: boolean;
}

/** Downloads the files of works and puts them into a ZIP. A file that does not arrive is left out, and the others are in it. */
export async function zipWorks<Work extends ZippedWork>(
  works: readonly Work[],
  { signal, onProgress, fetchFile = fetch }: ZipOptions,
): Promise<ZippedWorks<Work>> {
  const failed: Work[] = [];
  const files: { name: string; input: Blob }[] = [];
  const names = new Set<string>();
  let isSessionOver = false;
  for (const work of works.slice(0, ZIP_WORKS_MAX)) {
    signal.throwIfAborted();
    const file = isSessionOver ? null : await readFile(work, fetchFile, signal);
    if (file === "signedOut") isSessionOver = true;
    if (file && file !== "signedOut") files.push({ input: file.input, name: freeName(file.name, names) });
    else failed.push(work);
    onProgress(files.length + failed.length);
  }
  signal.throwIfAborted();
  return { zip: files.length === 0 ? null : await downloadZip(files).blob(), failed, isSessionOver };
}

/** Read to its end before it goes into the ZIP, so that a file that breaks off does not break the ZIP. Null if it did not arrive. */
async function readFile({ id }: ZippedWork, fetchFile: typeof fetch, signal: AbortSignal) {
  try {
    const response = await fetchFile(`/history/${encodeURIComponent(id)}/file`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(FILE_TIMEOUT_MS)]),
    });
    if (response.status === UNAUTHORIZED) return "signedOut";
    const [, name] = FILE_NAME.exec(response.headers.get("content-disposition") ?? "") ?? [];
    if (!response.ok || name === undefined) return null;
    return { name, input: await response.blob() };
  } catch {
    // Told to the user with its prompt.
    return null;
  }
}

/** Several works of a day may have the same prompt: `boat.png`, `boat-2.png`. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
  taken.add(free);
  return free;
}
