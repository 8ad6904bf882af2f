import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { receiveBody } from "./body.server";

/**
 * Buffers a body to a temporary file and calls `use`, so that many slow uploads take no memory while they are received. The file is
 * deleted as soon as it is open: nothing remains of it when the process dies.
 * @param use reads the body by the function it gets, at a time of its choice
 * @throws AppError `payload_too_large`
 */
export async function withBufferedBody<T>(
  request: Request,
  maxBytes: number,
  use: (read: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<T>,
): Promise<T> {
  const file = await openUnlinked();
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

async function openUnlinked(): Promise<FileHandle> {
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
