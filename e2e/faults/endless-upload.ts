import { once } from "node:events";
import { connect } from "node:net";

const CHUNK_BYTES = 64 * 1024;
const BOUNDARY = "----a-boundary-that-is-nowhere-else";
const PART = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="boat.png"\r\ncontent-type: image/png\r\n\r\n`;
const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;

export interface UploadOutcome {
  /** Null when the connection was cut without a response. */
  status: number | null;
  response: string;
  sentBytes: number;
}

/** Sends a picture of `bytes` in chunks, without its length, until all is sent, the server responds or the connection is cut. */
export async function uploadEndlessly(
  port: number,
  cookie: string,
  path: string,
  bytes: number,
): Promise<UploadOutcome> {
  const socket = connect(port, "127.0.0.1");
  let response = "";
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.on("data", (received) => {
    response += received.toString("latin1");
  });
  await once(socket, "connect");
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `cookie: ${cookie}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    "transfer-encoding: chunked",
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${chunkOf(Buffer.from(PART)).toString("latin1")}`);
  const chunk = chunkOf(Buffer.alloc(CHUNK_BYTES, 7));
  let sentBytes = 0;
  while (sentBytes < bytes && response === "" && !socket.destroyed) {
    sentBytes += CHUNK_BYTES;
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  if (sentBytes >= bytes)
    socket.write(`${chunkOf(Buffer.from(`\r\n--${BOUNDARY}--\r\n`)).toString("latin1")}0\r\n\r\n`);
  await closed;
  const status = STATUS_LINE.exec(response)?.[1];
  return { status: status === undefined ? null : Number(status), response, sentBytes };
}

function chunkOf(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${data.byteLength.toString(16)}\r\n`), data, Buffer.from("\r\n")]);
}
