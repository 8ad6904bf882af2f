/** Reads a body of at most `bytesMax` bytes; null when there is more. */
export async function readBytes(source: Request | Response, bytesMax: number): Promise<Buffer | null> {
  if (Number(source.headers.get("content-length") ?? 0) > bytesMax) return null;
  const reader = source.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (total > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, total);
}

/** Parses a JSON body of at most `bytesMax` bytes; undefined when it is longer or no JSON. */
export async function readJson(source: Request | Response, bytesMax: number): Promise<unknown> {
  const bytes = await readBytes(source, bytesMax);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
