interface CsvOptions {
  fileName: string;
  contentType: string;
  cacheControl: string;
}

/**
 * A CSV download that is sent while its rows are read: the next chunk is read when the client has taken the last one, and none after the
 * client has left.
 */
export function csvResponse(
  chunks: AsyncGenerator<string, void>,
  { fileName, contentType, cacheControl }: CsvOptions,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": cacheControl,
    },
  });
}
