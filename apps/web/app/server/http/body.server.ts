import { AppError } from "@app/core/errors";
import { jsonProblem } from "@app/core/input/parse";

/** Of a request before its session is known: room for any form, and for nothing that is costly to receive or to parse. */
export const ANONYMOUS_BODY_MAX_BYTES = 64 * 1024;

/** Room for the longest chat message, however it is escaped. */
export const JSON_BODY_MAX_BYTES = 1024 * 1024;

/** Room for a 10 MB picture as a data URL beside its prompt. */
export const PICTURE_BODY_MAX_BYTES = 16 * 1024 * 1024;

/** A larger body is not even read to its end: its sender finds the connection closed. */
const DRAINED_BODY_MAX_BYTES = 128 * 1024 * 1024;

/** Where a body goes while it is received. */
export interface BodySink {
  write(chunk: Uint8Array): unknown;
  /** Called once, when the body turns out to be too large: what was taken is not needed. */
  discard(): unknown;
}

/**
 * Receives a body that may be no larger than `maxBytes`, whatever its headers claim. One that is larger is still received, though not
 * kept: many clients look for the answer only once they have sent everything, and would meet a broken connection instead of it.
 * @throws AppError `payload_too_large`
 */
export async function receiveBody(request: Request, maxBytes: number, sink: BodySink): Promise<void> {
  const reader = request.body?.getReader();
  let size = 0;
  let isDropped = false;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= maxBytes) await sink.write(part.value);
    else if (!isDropped) {
      isDropped = true;
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
  // A server lets nobody send more than they said. Taken as a whole it need not become a web stream first.
  const saidBytes = request.headers.get("content-length");
  if (saidBytes !== null && Number(saidBytes) <= maxBytes) return new Uint8Array(await request.arrayBuffer());
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
 * The text of a JSON body, in bytes, that may be parsed.
 * @throws AppError `bad_request` when it is too deep or holds too many values, `payload_too_large`
 */
export async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readBody(request, maxBytes);
  const problem = jsonProblem(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"));
  if (problem !== null) throw new AppError("bad_request", problem);
  return body;
}

/**
 * @param maxBytes `ANONYMOUS_BODY_MAX_BYTES` where no session is asked for
 * @throws AppError `bad_request` when the body is not JSON, or too deep, `payload_too_large`
 */
export async function readJson(request: Request, maxBytes = JSON_BODY_MAX_BYTES): Promise<unknown> {
  const body = await readJsonBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new AppError("bad_request", "Request body must be valid JSON", { cause });
  }
}
