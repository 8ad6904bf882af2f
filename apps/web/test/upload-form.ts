/** A multipart form with one file; by default it claims to be a PNG. */
export function uploadForm(
  bytes: Uint8Array,
  { name = "boat.png", type = "image/png", field = "file" } = {},
): FormData {
  const form = new FormData();
  form.set(field, new File([Uint8Array.from(bytes)], name, { type }));
  return form;
}

const BOUNDARY = "----a-boundary-that-is-nowhere-else";

/** The same form as the bytes that travel, in two pieces: the second is the line break that ends it. */
export function rawUploadForm(bytes: Uint8Array, { name = "boat.png", type = "image/png" } = {}) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--`)]);
  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    parts: [Uint8Array.from(form), Uint8Array.from(Buffer.from("\r\n"))] as const,
  };
}
