import { Hono } from "hono";
import { type FaultEnv, type Faults, faultGate } from "../faults";
import { MultipartUploads, type ObjectRequest } from "./multipart-uploads";
import {
  copyObject,
  deleteObject,
  deleteObjects,
  getObject,
  listObjects,
  putObject,
  xmlResponse,
} from "./object-requests";
import type { ObjectStore } from "./object-store";
import { errorXml } from "./s3-xml";
import { decodePath, verifySignature } from "./signature";
import { StorageError, type StorageErrorCode } from "./storage-error";

export interface StorageAppOptions {
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  /** The region in the clients' signatures; `auto` if absent. */
  region?: string;
  store: ObjectStore;
  faults: Faults;
  /** Path where the app is mounted, such as `/storage`, or "". Signatures include it. */
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
 * Simulates an S3 server (path style) with one public bucket: everybody can read objects, all other requests must be signed.
 * Uses the path exactly as sent, because that is what was signed.
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
  const uploads = new MultipartUploads(options.store);
  app.all(everything, (c) => handle(c.req.raw, options, uploads));
  app.onError((error) => {
    const refusal = error instanceof StorageError ? error : new StorageError("InternalError", error.message);
    return xmlResponse(errorXml(refusal), refusal.status);
  });
  return app;
}

async function handle(request: Request, options: StorageAppOptions, uploads: MultipartUploads): Promise<Response> {
  const { basePath, store } = options;
  const now = (options.now ?? (() => new Date()))();
  const url = new URL(request.url);
  const [bucket = "", ...keyParts] = decodePath(url.pathname.slice(basePath.length + 1));
  const key = keyParts.join("/");
  const subresources = subresourcesOf(url.searchParams);
  const isPublic = isRead(request) && key !== "" && subresources === "";

  const verified = verifySignature(request, { ...options, region: options.region ?? DEFAULT_REGION }, now);
  if (!verified && !isPublic) throw new StorageError("AccessDenied");
  if (bucket !== options.bucket) throw new StorageError("NoSuchBucket", "The bucket does not exist");
  if (isPublic) return getObject(request, key, store);

  const payloadHash = verified?.payloadHash ?? "";
  if (key === "") return handleBucket(request, subresources, bucket, payloadHash, store);
  return handleObject(
    { request, query: url.searchParams, bucket, key, payloadHash, now },
    subresources,
    store,
    uploads,
  );
}

function handleBucket(
  request: Request,
  subresources: string,
  bucket: string,
  payloadHash: string,
  store: ObjectStore,
): Response | Promise<Response> {
  switch (operation(request.method, subresources)) {
    case "PUT":
      return new Response(null, { status: 200, headers: { location: `/${bucket}` } });
    case "HEAD":
      return new Response(null, { status: 200 });
    case "GET":
      return listObjects(request, bucket, store);
    case "POST delete":
      return deleteObjects(request, payloadHash, store);
    default:
      throw new StorageError("NotImplemented", "This request on a bucket is not supported");
  }
}

function handleObject(
  object: ObjectRequest,
  subresources: string,
  store: ObjectStore,
  uploads: MultipartUploads,
): Response | Promise<Response> {
  const { request, bucket, key, payloadHash, now } = object;
  const copies = request.headers.has("x-amz-copy-source") ? "copy" : "";
  switch (operation(request.method, subresources, copies)) {
    case "PUT":
      return putObject(request, key, payloadHash, store, now);
    case "PUT copy":
      return copyObject(request, key, bucket, store, now);
    case "DELETE":
      return deleteObject(key, store);
    case "POST uploads":
      return uploads.create(object);
    case "PUT partNumber&uploadId":
      return uploads.putPart(object);
    case "GET uploadId":
      return uploads.list(object);
    case "POST uploadId":
      return uploads.complete(object);
    case "DELETE uploadId":
      return uploads.abort(object);
    default:
      throw new StorageError("NotImplemented", "This request on an object is not supported");
  }
}

function operation(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** Subresources that have a value, unlike the others. */
const SUBRESOURCES_WITH_VALUE: ReadonlySet<string> = new Set(["partNumber", "uploadId", "versionId"]);
/** Parameters of a list, which may be empty. */
const LIST_PARAMETERS: ReadonlySet<string> = new Set([
  "continuation-token",
  "delimiter",
  "encoding-type",
  "prefix",
  "start-after",
]);

/**
 * The subresource of a request, such as `acl` or `partNumber&uploadId`; "" for the bucket or object itself. A parameter without a
 * value counts as a subresource: S3 has many, and a request for an unknown one must not be treated as a request for the object.
 */
function subresourcesOf(query: URLSearchParams): string {
  const named = [...query].filter(
    ([name, value]) => SUBRESOURCES_WITH_VALUE.has(name) || (value === "" && !LIST_PARAMETERS.has(name)),
  );
  return named
    .map(([name]) => name)
    .sort()
    .join("&");
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
