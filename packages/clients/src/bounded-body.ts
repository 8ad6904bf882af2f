import { UpstreamError } from "./upstream-error";

/**
 * The same answer with a body that errors beyond `maxBytes` (counted after decompression) and as soon as `signal`
 * fires, so that no reader has to count or to race the clock itself.
 */
export function limitBody(response: Response, maxBytes: number, signal?: AbortSignal | null): Response {
  if (response.body === null) return response;
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes <= maxBytes) controller.enqueue(chunk);
      else controller.error(new UpstreamError("The answer is too large", { status: response.status }));
    },
  });
  return new Response(response.body.pipeThrough(counter, signal ? { signal } : {}), response);
}
