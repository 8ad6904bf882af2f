import { StorageError } from "./storage-error";

export interface DecodedBody {
  body: Buffer;
  /** Trailing headers, such as `x-amz-checksum-crc32`, by lower-case name. */
  trailers: ReadonlyMap<string, string>;
}

const CRLF = "\r\n";
const CHUNK_SIZE = /^[0-9a-f]{1,8}(;.*)?$/i;

/**
 * Takes the `aws-chunked` framing off a body: `<size in hex>\r\n<bytes>\r\n … 0\r\n<trailers>\r\n`.
 * @throws StorageError `IncompleteBody` when the frames do not add up
 */
export function decodeAwsChunked(framed: Buffer): DecodedBody {
  const parts: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = framed.indexOf(CRLF, position);
    const line = lineEnd < 0 ? "" : framed.toString("latin1", position, lineEnd);
    if (!CHUNK_SIZE.test(line)) throw new StorageError("IncompleteBody", "A chunk without its size");
    const size = Number.parseInt(line, 16);
    const start = lineEnd + CRLF.length;
    if (size === 0) return { body: Buffer.concat(parts), trailers: readTrailers(framed.toString("latin1", start)) };
    const end = start + size;
    if (framed.toString("latin1", end, end + CRLF.length) !== CRLF) {
      throw new StorageError("IncompleteBody", "A chunk is shorter than it says");
    }
    parts.push(framed.subarray(start, end));
    position = end + CRLF.length;
  }
}

function readTrailers(text: string): Map<string, string> {
  const trailers = new Map<string, string>();
  for (const line of text.split(CRLF)) {
    const colon = line.indexOf(":");
    if (colon > 0) trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailers;
}
