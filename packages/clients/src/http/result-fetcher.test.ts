import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../test/collect-garbage";
import {
  createDeferred,
  empty,
  html,
  interceptOutbound,
  neverResponds,
  realServer,
  rejection,
  respondAt,
  stalledBody,
  unreachable,
} from "../../test/upstream";
import { createResultFetcher } from "./result-fetcher";
import { UpstreamError } from "./upstream-error";

const FILE = "https://files.test/r.png";
const FAILED = "The file could not be downloaded";
const REFUSED = { message: FAILED, cause: { name: "AddressRefusedError" } };
const server = interceptOutbound();
const fetcher = createResultFetcher();
/** A fetcher that may reach a test's own server. */
const fetcherFor = (origin: string) => createResultFetcher({ allowHosts: [new URL(origin).host] });
const hastyFetcher = createResultFetcher({ timeoutMs: 50 });
const bytes = new Uint8Array([137, 80, 78, 71]);
const file = (contentType: string | null = "image/png"): Response =>
  new Response(bytes, contentType === null ? {} : { headers: { "content-type": contentType } });
const redirectTo = (location: string, status = 302): Response => new Response(null, { status, headers: { location } });

describe("fetchResult", () => {
  it("downloads the file with its content type", async () => {
    respondAt(server, FILE, () => file());
    expect(await fetcher.fetchResult(FILE, 4)).toEqual({ body: bytes, contentType: "image/png" });
  });

  it("names the content type without its parameters", async () => {
    respondAt(server, FILE, () => file("Video/MP4; codecs=avc1"));
    expect(await fetcher.fetchResult(FILE, 4)).toMatchObject({ contentType: "video/mp4" });
  });

  it("calls a file without a content type a stream of octets", async () => {
    respondAt(server, FILE, () => file(null));
    expect(await fetcher.fetchResult(FILE, 4)).toMatchObject({ contentType: "application/octet-stream" });
  });

  it("follows up to three redirects, relative ones too", async () => {
    respondAt(server, FILE, () => redirectTo("/2", 301));
    respondAt(server, "https://files.test/2", () => redirectTo("//other.test/3", 307));
    respondAt(server, "https://other.test/3", () => redirectTo("http://other.test/4", 308));
    respondAt(server, "http://other.test/4", () => file());
    expect(await fetcher.fetchResult(FILE, 4)).toMatchObject({ body: bytes });
  });

  it("does not follow a fourth", async () => {
    const seen = respondAt(server, FILE, () => redirectTo(FILE));
    expect(await rejection(fetcher.fetchResult(FILE, 4))).toMatchObject({
      message: "The file's address redirects too often",
    });
    expect(seen).toHaveLength(4);
  });

  it.each([
    "file:///etc/passwd",
    "ftp://files.test/r.png",
    "data:image/png;base64,AAAA",
    "",
    "files.test/r.png",
    "https://",
  ])("does not take %j for an address, nor follows it", async (address) => {
    const refused = { message: "The file's address is not an http(s) address" };
    expect(await rejection(fetcher.fetchResult(address, 4))).toMatchObject(refused);
    if (!address.includes(":/")) return;
    respondAt(server, FILE, () => redirectTo(address));
    expect(await rejection(fetcher.fetchResult(FILE, 4))).toMatchObject({ name: "UpstreamError" });
  });

  it.each<[string, () => Response | Promise<Response>, string, number | null]>([
    ["does not exist", () => html(404), FAILED, 404],
    ["is busy", () => html(429), FAILED, 429],
    ["fails", () => html(500), FAILED, 500],
    ["is sent in part", () => new Response(bytes, { status: 206 }), FAILED, 206],
    ["redirects to nowhere", () => new Response(null, { status: 302 }), FAILED, 302],
    ["is empty", empty, "The file is empty", 200],
    ["is larger than allowed", () => new Response(new Uint8Array(5)), "The answer is too large", 200],
    [
      "says it is larger than allowed",
      () => new Response(bytes, { headers: { "content-length": "5" } }),
      "The file is too large",
      200,
    ],
    [
      "is compressed",
      () => new Response(bytes, { headers: { "content-encoding": "br" } }),
      "The file is compressed",
      200,
    ],
    ["cannot be reached", unreachable, FAILED, null],
  ])("fails when the file %s", async (_name, respond, message, status) => {
    respondAt(server, FILE, respond);
    const error = await rejection(fetcher.fetchResult(FILE, 4));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not come", neverResponds],
    ["stalls", () => stalledBody("half", "image/png")],
  ])("gives up when the file %s", async (_name, respond) => {
    respondAt(server, FILE, respond);
    const error = await rejection(hastyFetcher.fetchResult(FILE, 10));
    expect(error).toMatchObject({ message: FAILED, cause: { name: "DeadlineError" } });
  });

  it("fails when the connection is reset in the middle of the file", async () => {
    const origin = await realServer(server, (_request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("half", () => response.destroy());
    });
    expect(await rejection(fetcherFor(origin).fetchResult(`${origin}/v.mp4`, 10))).toMatchObject({
      message: FAILED,
      cause: { code: "ECONNRESET" },
    });
  });

  it("stops a real download beyond the bound and closes its connection", async () => {
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      const pour = (): void => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on("drain", pour);
      pour();
    });
    const error = await rejection(fetcherFor(origin).fetchResult(`${origin}/v.mp4`, 200_000));
    expect(error).toMatchObject({ message: "The answer is too large" });
    await closed;
  });
});

describe("fetchStart", () => {
  it("gives the whole of a short file, and its length where that is said", async () => {
    respondAt(server, FILE, () => new Response(bytes, { headers: { "content-length": "4" } }));
    expect(await fetcher.fetchStart(FILE, 100)).toEqual({ bytes: Buffer.from(bytes), contentBytes: 4 });
    respondAt(server, FILE, () => file());
    expect(await fetcher.fetchStart(FILE, 100)).toMatchObject({ contentBytes: null });
  });

  it("stops a real download once it has enough, and closes its connection", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close).writeHead(200, { "content-length": "1000000" }).write(Buffer.alloc(5_000, 7));
    });
    const { bytes: start, contentBytes } = await fetcherFor(origin).fetchStart(`${origin}/r.png`, 4_000);
    expect([start.byteLength >= 4_000, start[0], contentBytes]).toEqual([true, 7, 1_000_000]);
    await closed;
  });

  it("fails on a status other than 200, which it tells", async () => {
    respondAt(server, FILE, () => html(404));
    expect(await rejection(fetcher.fetchStart(FILE, 4))).toMatchObject({ message: FAILED, status: 404 });
  });

  it("gives up when nothing comes", async () => {
    respondAt(server, FILE, () => stalledBody("PNG", "image/png"));
    const hasty = createResultFetcher({ startTimeoutMs: 50 });
    expect(await rejection(hasty.fetchStart(FILE, 100))).toMatchObject({ name: "UpstreamError", message: FAILED });
  });

  it("goes through the guard", async () => {
    expect(await rejection(fetcher.fetchStart("http://127.0.0.1/", 4))).toMatchObject(REFUSED);
  });
});

describe("openResult", () => {
  const read = async (body: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(body).arrayBuffer());

  it("passes the file on with its type and length", async () => {
    respondAt(
      server,
      FILE,
      () => new Response(bytes, { headers: { "content-type": "image/png", "content-length": "4" } }),
    );
    const { body, ...opened } = await fetcher.openResult(FILE, 4);
    expect(opened).toEqual({ contentType: "image/png", contentBytes: 4 });
    expect(await read(body)).toEqual(bytes);
  });

  it("passes a part on that was asked for, and says which", async () => {
    const headers = { "content-type": "video/mp4", "content-length": "2", "content-range": "bytes 1-2/4" };
    const seen = respondAt(server, FILE, () => new Response(bytes.slice(1, 3), { status: 206, headers }));
    const { body, ...opened } = await fetcher.openResult(FILE, 4, "bytes=1-2");
    expect(opened).toEqual({ contentType: "video/mp4", contentBytes: 2, contentRange: "bytes 1-2/4" });
    expect(await read(body)).toEqual(bytes.slice(1, 3));
    expect(seen[0]?.headers.get("range")).toBe("bytes=1-2");
  });

  it("passes the whole file on where there is no such part, or the storage sends none", async () => {
    const seen = respondAt(server, FILE, () => (seen.length === 1 ? new Response("none", { status: 416 }) : file()));
    expect(await fetcher.openResult(FILE, 4, "bytes=9-")).not.toHaveProperty("contentRange");
    expect(seen.map((request) => request.headers.get("range"))).toEqual(["bytes=9-", null]);
    expect(await read((await fetcher.openResult(FILE, 4, "bytes=1-2")).body)).toEqual(bytes);
  });

  it("refuses a part that was not asked for", async () => {
    const headers = { "content-range": "bytes 1-2/4" };
    respondAt(server, FILE, () => new Response(bytes.slice(1, 3), { status: 206, headers }));
    expect(await rejection(fetcher.openResult(FILE, 4))).toMatchObject({ message: FAILED });
  });

  it("has no length where the header is missing", async () => {
    respondAt(server, FILE, () => file());
    expect(await fetcher.openResult(FILE, 4)).toMatchObject({ contentBytes: null });
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ["does not exist", () => html(404), FAILED],
    ["cannot be reached", unreachable, FAILED],
    [
      "says it is larger than allowed",
      () => new Response(bytes, { headers: { "content-length": "5" } }),
      "The file is too large",
    ],
    ["says it is empty", () => new Response("", { headers: { "content-length": "0" } }), "The file is empty"],
  ])("fails when the file %s", async (_name, respond, message) => {
    respondAt(server, FILE, respond);
    expect(await rejection(fetcher.openResult(FILE, 4))).toMatchObject({ name: "UpstreamError", message });
  });

  it.each([
    [200, { "content-length": "5000000" }],
    [404, {}],
    [200, { "content-encoding": "gzip" }],
  ])("closes the connection of a file that it refuses, with status %i and %j", async (status, headers) => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close);
      response.writeHead(status, headers).write("begin");
    });
    await rejection(fetcherFor(origin).openResult(`${origin}/r.png`, 4));
    const late = new Promise((_, reject) => setTimeout(reject, 2_000, new Error("The connection is still open")));
    await Promise.race([closed, late]);
  });

  it("breaks off when an empty file ends, whose length was not said", async () => {
    const nothing = new ReadableStream({ start: (controller) => controller.close() });
    respondAt(server, FILE, () => new Response(nothing));
    const { body } = await fetcher.openResult(FILE, 4);
    expect(await rejection(read(body))).toMatchObject({ message: "The file is empty" });
  });

  it("breaks off beyond the bound", async () => {
    respondAt(server, FILE, () => new Response(new Uint8Array(5)));
    const { body } = await fetcher.openResult(FILE, 4);
    expect(await rejection(read(body))).toMatchObject({ message: "The answer is too large" });
  });

  it("breaks off when it takes too long, even after a garbage collection", async () => {
    respondAt(server, FILE, () => stalledBody("half", "image/png"));
    const { body } = await createResultFetcher({ streamTimeoutMs: 2_000 }).openResult(FILE, 10);
    const reading = rejection(read(body));
    collectGarbage();
    expect(await reading).toMatchObject({ name: "TimeoutError" });
  });

  it("goes through the guard", async () => {
    const seen = respondAt(server, "http://10.0.0.7/r.png", () => file());
    expect(await rejection(fetcher.openResult("http://10.0.0.7/r.png", 4))).toMatchObject(REFUSED);
    expect(seen).toHaveLength(0);
  });
});

describe("the guard", () => {
  it("checks every address, redirect targets included", async () => {
    respondAt(server, FILE, () => redirectTo("http://10.0.0.7/secret"));
    const secret = respondAt(server, "http://10.0.0.7/secret", () => file());
    expect(await rejection(fetcher.fetchResult(FILE, 4))).toMatchObject(REFUSED);
    expect(secret).toHaveLength(0);
  });

  it.each(["10.0.0.7", "10.0.0.7:80"])("lets a host pass that is allowed as %s", async (host) => {
    respondAt(server, "http://10.0.0.7/r.png", () => file());
    const allowing = createResultFetcher({ allowHosts: [host] });
    expect(await allowing.fetchResult("http://10.0.0.7/r.png", 4)).toMatchObject({ body: bytes });
  });
});
