/** A byte range of a file; `end` is included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header with one range (`bytes=0-99`, `bytes=100-`, `bytes=-50`).
 * @returns null without a header or for one that servers ignore; "unsatisfiable" if it is beyond the file's end
 */
export function parseByteRange(header: string | null | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return "unsatisfiable";
  return end < start ? null : { start, end };
}

/** Responds with a file, or with the part that the Range header requests. `headers` are sent in both cases. */
export function rangeResponse(body: Uint8Array, rangeHeader: string | null, headers: Headers): Response {
  headers.set("accept-ranges", "bytes");
  const range = parseByteRange(rangeHeader, body.byteLength);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${body.byteLength}`);
    headers.set("content-length", "0");
    return new Response(null, { status: 416, headers });
  }
  const part = range ? body.slice(range.start, range.end + 1) : new Uint8Array(body);
  headers.set("content-length", String(part.byteLength));
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${body.byteLength}`);
  return new Response(part, { status: range ? 206 : 200, headers });
}
