import { isUtf8 } from "node:buffer";
import { AppError } from "@app/core/errors";
import { jsonProblem } from "@app/core/input/parse";

/** Limit before a session is known: enough for any form, too little for a body that is costly to receive or to parse. */
export const ANONYMOUS_BODY_MAX_BYTES = 64 * 1024;

/** Enough for the longest chat message, however it is escaped. */
export const JSON_BODY_MAX_BYTES = 1024 * 1024;

/** Enough for a 10 MB picture as a data URL together with its prompt. */
export const PICTURE_BODY_MAX_BYTES = 16 * 1024 * 1024;

/** A larger body is not read to its end, and its sender finds the connection closed. */
const DRAINED_BODY_MAX_BYTES = 128 * 1024 * 1024;

/** The destination of a body while it is received. */
export interface BodySink {
  write(chunk: Uint8Array): unknown;
  /** Called once when the body is too large: the chunks written until then are not needed. */
  discard(): unknown;
}

/**
 * Receives a body of at most `maxBytes`, whatever its headers claim. A larger one is read without being kept, because many clients read the
 * response only after they have sent everything, and would otherwise find a broken connection.
 * @throws AppError `payload_too_large`
 */
export async function receiveBody(request: Request, maxBytes: number, sink: BodySink): Promise<void> {
  const reader = request.body?.getReader();
  let size = 0;
  let isDiscarded = false;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= maxBytes) await sink.write(part.value);
    else if (!isDiscarded) {
      isDiscarded = true;
      await sink.discard();
    }
    if (size > DRAINED_BODY_MAX_BYTES) break;
  }
  if (size > maxBytes) {
    await reader?.cancel();
    throw new AppError("payload_too_large", "Request body is too large");
  }
}

/** @throws AppError `payload_too_large` */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  // Node enforces Content-Length. `arrayBuffer` does without a web stream.
  const contentLength = request.headers.get("content-length");
  if (contentLength !== null && Number(contentLength) <= maxBytes) return new Uint8Array(await request.arrayBuffer());
  let chunks: Uint8Array[] = [];
  await receiveBody(request, maxBytes, {
    write: (chunk) => chunks.push(chunk),
    discard: () => {
      chunks = [];
    },
  });
  return Buffer.concat(chunks);
}

/**
 * The bytes of a JSON body, checked to be safe to parse. JSON is UTF-8: in another encoding, letters would be lost and the rest paid for.
 * @throws AppError `bad_request` when it is not UTF-8, is nested too deeply or holds too many values, `payload_too_large`
 */
export async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readBody(request, maxBytes);
  if (!isUtf8(body)) throw new AppError("bad_request", "Request body must be valid JSON");
  const problem = jsonProblem(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"));
  if (problem !== null) throw new AppError("bad_request", problem);
  return body;
}

/**
 * @param maxBytes `ANONYMOUS_BODY_MAX_BYTES` for routes without a session
 * @throws AppError `bad_request` when the body is not JSON or is nested too deeply, `payload_too_large`
 */
export async function readJson(request: Request, maxBytes = JSON_BODY_MAX_BYTES): Promise<unknown> {
  const body = await readJsonBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new AppError("bad_request", "Request body must be valid JSON", { cause });
  }
}
