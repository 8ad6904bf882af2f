import { Hono } from "hono";
import { type FaultEnv, faultGate } from "../fault-gate";
import type { Faults } from "../faults";
import { listObjects, xmlResponse } from "./bucket-requests";
import { decodePath } from "./canonical-request";
import { deleteObject, getObject, putObject } from "./object-requests";
import type { ObjectStore } from "./object-store";
import { errorXml } from "./s3-xml";
import { StorageError, type StorageErrorCode } from "./storage-error";
import { verifySignature } from "./verify-signature";

export interface StorageAppOptions {
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  /** Clients sign with it; `auto` when absent. */
  region?: string;
  store: ObjectStore;
  faults: Faults;
  /** Path the app is mounted at, such as `/storage`, or "". Signatures cover it. */
  basePath: string;
  now?: () => Date;
}

export const DEFAULT_REGION = "auto";

const CODE_BY_SIMULATED_STATUS: Readonly<Record<number, StorageErrorCode>> = {
  403: "AccessDenied",
  429: "SlowDown",
  503: "SlowDown",
};

/**
 * Plays an S3 server, path style, with one public bucket: objects are read by anybody, everything else is signed.
 * The whole path is taken from the address as it was sent, because that is what was signed.
 */
export function createStorageApp(options: StorageAppOptions): Hono<FaultEnv> {
  const app = new Hono<FaultEnv>();
  const simulated = (status: number) =>
    xmlResponse(
      errorXml({ code: CODE_BY_SIMULATED_STATUS[status] ?? "InternalError", message: "Simulated failure" }),
      status,
    );
  const everything = `${options.basePath}/*`;
  app.use(
    everything,
    faultGate(options.faults, "storage", (_c, status) => simulated(status)),
  );
  app.all(everything, (c) => handle(c.req.raw, options));
  app.onError((error) => {
    const refusal = error instanceof StorageError ? error : new StorageError("InternalError", error.message);
    return xmlResponse(errorXml(refusal), refusal.status);
  });
  return app;
}

async function handle(request: Request, options: StorageAppOptions): Promise<Response> {
  const { basePath, store } = options;
  const now = (options.now ?? (() => new Date()))();
  const [bucket = "", ...keyParts] = decodePath(new URL(request.url).pathname.slice(basePath.length + 1));
  const key = keyParts.join("/");
  const { method } = request;
  const reads = method === "GET" || method === "HEAD";

  const verified = verifySignature(request, { ...options, region: options.region ?? DEFAULT_REGION }, now);
  if (!verified && !(reads && key !== "")) throw new StorageError("AccessDenied");
  if (bucket !== options.bucket) throw new StorageError("NoSuchBucket", "The bucket does not exist");

  if (key === "") {
    if (method === "PUT") return new Response(null, { status: 200, headers: { location: `/${bucket}` } });
    if (method === "HEAD") return new Response(null, { status: 200 });
    if (method === "GET") return listObjects(request, bucket, store);
    throw new StorageError("NotImplemented", "This request on a bucket is not supported");
  }
  if (reads) return getObject(request, key, store);
  if (method === "DELETE") return deleteObject(key, store);
  if (method === "PUT" && verified) return putObject(request, key, verified.payloadHash, store, now);
  throw new StorageError("NotImplemented", "This request on an object is not supported");
}
