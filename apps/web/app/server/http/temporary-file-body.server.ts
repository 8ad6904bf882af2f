import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { receiveBody } from "./body.server";

/**
 * Receives a body into a file and hands it to `use`: however many bodies are on their way, and however slowly, none of them is in
 * memory. The file has no name once it is open, so that nothing is left of it when the process dies.
 * @throws AppError `payload_too_large`
 */
export async function withSpooledBody<T>(
  request: Request,
  maxBytes: number,
  use: (read: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<T>,
): Promise<T> {
  const file = await openNameless();
  try {
    await receiveBody(request, maxBytes, {
      write: (chunk) => file.appendFile(chunk),
      discard: () => file.truncate(),
    });
    return await use(() => readWhole(file));
  } finally {
    await file.close();
  }
}

async function openNameless(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `genmint-upload-${randomUUID()}`);
  const file = await open(name, "wx+", 0o600);
  await unlink(name);
  return file;
}

async function readWhole(file: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await file.stat();
  const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(size), position: 0 });
  if (bytesRead !== size) throw new Error(`Of ${size} bytes only ${bytesRead} could be read`);
  return buffer;
}
