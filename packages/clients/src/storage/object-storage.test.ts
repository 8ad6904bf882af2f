import { describe, expect, it } from "vitest";
import { empty, html, interceptOutbound, neverResponds, realServer, rejection, respondAt } from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { createS3Storage } from "./object-storage";

const server = interceptOutbound();
const options = {
  endpoint: "https://s3.test/storage",
  region: "auto",
  accessKeyId: "AK",
  secretAccessKey: "SK",
  bucket: "media",
  publicUrl: "https://cdn.test/media/",
};
const storage = createS3Storage(options);
const image = { key: "images/u1/1_abc.png", body: new Uint8Array([1, 2, 3]), contentType: "image/png" };
const OBJECT = "https://s3.test/storage/media/images/u1/1_abc.png";
/** The S3 client waits between its attempts. */
const ATTEMPTS_TIMEOUT_MS = 20_000;
const FAILED = "The file could not be stored";

const stored = (): Response => new Response(null, { headers: { etag: '"1"' } });
const xml = (code: string, status: number): Response =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret of 10.0.0.7</Message></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });

describe("put", { timeout: ATTEMPTS_TIMEOUT_MS }, () => {
  it("stores the object by path, signed, plain, with its type and for ever", async () => {
    const seen = respondAt(server, OBJECT, stored);
    await storage.put(image);
    expect(seen).toHaveLength(1);
    const { method, headers, body } = seen[0] ?? { headers: new Headers() };
    expect(method).toBe("PUT");
    expect(body).toBe("\u0001\u0002\u0003");
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("authorization")).toMatch(/^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/auto\/s3\/aws4_request/);
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("x-amz-sdk-checksum-algorithm")).toBeNull();
    expect(headers.get("x-amz-acl")).toBeNull();
  });

  it("names the bucket in the host where the storage wants that", async () => {
    const seen = respondAt(server, "https://media.s3.test/storage/images/u1/1_abc.png", stored);
    await createS3Storage({ ...options, forcePathStyle: false }).put(image);
    expect(seen).toHaveLength(1);
  });

  it("returns the public address", async () => {
    respondAt(server, OBJECT, stored);
    expect(await storage.put(image)).toBe("https://cdn.test/media/images/u1/1_abc.png");
  });

  it("encodes each segment of the key in the public address", async () => {
    respondAt(server, "https://s3.test/storage/media/*", stored);
    const url = await storage.put({ ...image, key: "images/u 1/a#b?c%.png" });
    expect(url).toBe("https://cdn.test/media/images/u%201/a%23b%3Fc%25.png");
  });

  it("stores an object of some size over a real connection, byte for byte", async () => {
    const received: Buffer[] = [];
    const origin = await realServer(server, (request, response) => {
      request.on("data", (chunk: Buffer) => received.push(chunk));
      request.on("end", () => response.writeHead(200, { etag: '"1"' }).end());
    });
    const body = Uint8Array.from({ length: 3_000_000 }, (_value, index) => index % 251);
    await createS3Storage({ ...options, endpoint: origin }).put({ ...image, body });
    expect(Buffer.concat(received).equals(Buffer.from(body))).toBe(true);
  });

  it("tries again when the storage is busy", async () => {
    const responses = [xml("SlowDown", 503), stored()];
    const seen = respondAt(server, OBJECT, () => responses.shift() ?? stored());
    expect(await storage.put(image)).toBe("https://cdn.test/media/images/u1/1_abc.png");
    expect(seen).toHaveLength(2);
  });

  it.each<[string, () => Response | Promise<Response>, string, number | null, number]>([
    ["refuses the key", () => xml("AccessDenied", 403), FAILED, 403, 1],
    ["has no such bucket", () => xml("NoSuchBucket", 404), FAILED, 404, 1],
    ["stays busy", () => xml("SlowDown", 503), FAILED, 503, 3],
    ["keeps responding with 429", () => xml("TooManyRequests", 429), FAILED, 429, 3],
    ["responds with an error page", () => html(400), FAILED, null, 1],
    ["responds with a page and 200", () => html(200), "The storage did not confirm the file", null, 1],
  ])("fails after bounded attempts when the storage %s", async (_name, respond, message, status, attempts) => {
    const seen = respondAt(server, OBJECT, respond);
    const error = await rejection(storage.put(image));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject(status === null ? { message } : { message, status });
    expect(seen).toHaveLength(attempts);
  });

  it("gives up at its time limit", async () => {
    respondAt(server, OBJECT, neverResponds);
    const hasty = createS3Storage({ ...options, timeoutMs: 100 });
    expect(await rejection(hasty.put(image))).toMatchObject({ message: FAILED, cause: { name: "DeadlineError" } });
  });

  it("fails when the connection is reset every time", async () => {
    let attempts = 0;
    const origin = await realServer(server, (request) => {
      attempts += 1;
      request.socket.destroy();
    });
    const error = await rejection(createS3Storage({ ...options, endpoint: origin }).put(image));
    expect(error).toMatchObject({ name: "UpstreamError", message: FAILED });
    expect(attempts).toBe(3);
  });
});

describe("removeFolder", { timeout: ATTEMPTS_TIMEOUT_MS }, () => {
  const LIST = "https://s3.test/storage/media/";
  const listed = (...keys: string[]): Response =>
    new Response(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`,
      { headers: { "content-type": "application/xml" } },
    );

  it("removes the listed objects until the list is empty", async () => {
    const pages = [listed("images/u1/a.png", "images/u1/b.png"), listed("images/u1/c.png"), listed()];
    const lists = respondAt(server, LIST, () => pages.shift() ?? listed());
    const removals = respondAt(
      server,
      "https://s3.test/storage/media/images/*",
      () => new Response(null, { status: 204 }),
    );
    await storage.removeFolder("images/u1/");
    expect(lists.map(({ url }) => new URL(url).searchParams.get("prefix"))).toEqual(Array(3).fill("images/u1/"));
    expect(removals.map(({ method, url }) => [method, new URL(url).pathname.split("/").at(-1)])).toEqual([
      ["DELETE", "a.png"],
      ["DELETE", "b.png"],
      ["DELETE", "c.png"],
    ]);
  });

  it.each<[string, () => Response]>([
    ["an empty body", empty],
    ["a page", () => html(200)],
    ["another document", () => new Response("<Maintenance/>", { headers: { "content-type": "application/xml" } })],
  ])("does not take %s and 200 for an empty list", async (_what, respond) => {
    respondAt(server, LIST, respond);
    expect(await rejection(storage.removeFolder("images/u1/"))).toMatchObject({
      name: "UpstreamError",
      message: "The files could not be removed",
    });
  });

  it("fails when the storage does", async () => {
    respondAt(server, LIST, () => xml("AccessDenied", 403));
    expect(await rejection(storage.removeFolder("images/u1/"))).toMatchObject({
      message: "The files could not be removed",
      status: 403,
    });
  });
});
