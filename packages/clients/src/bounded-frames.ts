import { UpstreamError } from "./upstream-error";

/** The blank line that ends an event, in both kinds of line breaks. */
const FRAME_ENDS = ["\n\n", "\r\n\r\n"] as const;
/** Of an end that arrives in two pieces, this much may have come with the first. */
const TAIL_BYTES = 3;

/**
 * The same stream of events, which errors at an event of more than `frameMaxBytes`: whoever parses events copies and searches all of
 * an unfinished one again with each piece that comes, so that a single one of megabytes would keep the process busy for seconds.
 */
export function boundFrames(response: Response, frameMaxBytes: number): Response {
  if (response.body === null) return response;
  let tail = Buffer.alloc(0);
  let frameBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const searched = Buffer.concat([tail, chunk]);
      const endedAt = lastFrameEnd(searched);
      frameBytes = endedAt === null ? frameBytes + chunk.byteLength : searched.byteLength - endedAt;
      tail = searched.subarray(-TAIL_BYTES);
      if (frameBytes <= frameMaxBytes) controller.enqueue(chunk);
      else controller.error(new UpstreamError("The answer is too large", { status: response.status }));
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/** Where the last event that is complete ends; null when none does. */
function lastFrameEnd(bytes: Buffer): number | null {
  const ends = FRAME_ENDS.map((end) => ({ index: bytes.lastIndexOf(end), length: end.length }));
  const found = ends.filter(({ index }) => index >= 0).map(({ index, length }) => index + length);
  return found.length === 0 ? null : Math.max(...found);
}
