import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { withDeadline } from "../http/deadline";
import { UpstreamError } from "../http/upstream-error";

export interface StoredObject {
  key: string;
  body: Uint8Array;
  contentType: string;
}

export interface ObjectStorage {
  /** Stores the object and returns its public address. @throws UpstreamError also when the storage does not confirm it */
  put(object: StoredObject): Promise<string>;
  /** Removes every object whose key begins with `folder`, which ends with a slash. @throws UpstreamError */
  removeFolder(folder: string): Promise<void>;
}

/** Limit for one object with all its attempts, enough for the largest video on a slow connection. */
export const STORAGE_TIMEOUT_MS = 60_000;
const STORAGE_CONNECT_TIMEOUT_MS = 5_000;
const STORAGE_IDLE_TIMEOUT_MS = 15_000;
const STORAGE_ATTEMPTS_MAX = 3;
/** Most pages of a thousand files that one removal reads. */
const REMOVED_PAGES_MAX = 100;
/** Keys are never reused, so the object at an address never changes. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

export interface S3StorageOptions {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  /** Address where the bucket's objects are read without a signature. */
  publicUrl: string;
  /** Whether the bucket is named in the path and not in the host; true when absent. */
  forcePathStyle?: boolean;
  timeoutMs?: number;
}

/** Any storage with the S3 API. */
export function createS3Storage(options: S3StorageOptions): ObjectStorage {
  const client = createClient(options);
  const publicUrl = options.publicUrl.replace(/\/+$/, "");
  return {
    async put(object) {
      const command = new PutObjectCommand({
        Bucket: options.bucket,
        Key: object.key,
        Body: object.body,
        ContentType: object.contentType,
        CacheControl: CACHE_CONTROL,
      });
      try {
        const { ETag } = await withDeadline(options.timeoutMs ?? STORAGE_TIMEOUT_MS, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        // Any web server may respond 200. Only a storage that stored the object returns its tag.
        if (!ETag) throw new UpstreamError("The storage did not confirm the file");
      } catch (cause) {
        if (cause instanceof UpstreamError) throw cause;
        throw new UpstreamError("The file could not be stored", { status: statusOf(cause), cause });
      }
      return `${publicUrl}/${object.key.split("/").map(encodeURIComponent).join("/")}`;
    },
    async removeFolder(folder) {
      const timeoutMs = options.timeoutMs ?? STORAGE_TIMEOUT_MS;
      try {
        await removeFolder(client, { bucket: options.bucket, folder, timeoutMs });
      } catch (cause) {
        throw new UpstreamError("The files could not be removed", { status: statusOf(cause), cause });
      }
    },
  };
}

/** Lists the first page and removes its objects until the list is empty, so that no cursor is needed. */
async function removeFolder(
  client: S3Client,
  { bucket, folder, timeoutMs }: { bucket: string; folder: string; timeoutMs: number },
): Promise<void> {
  for (let page = 0; page < REMOVED_PAGES_MAX; page += 1) {
    const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: folder });
    const listed = await withDeadline(timeoutMs, (abortSignal) => client.send(list, { abortSignal }));
    // Any web server may respond with 200. Every list says whether more follows, so what does not is none, and the files may still be there.
    if (listed.IsTruncated === undefined) throw new Error("The storage sent no list of files");
    const { Contents = [] } = listed;
    if (Contents.length === 0) return;
    for (const { Key } of Contents) {
      const remove = new DeleteObjectCommand({ Bucket: bucket, Key });
      await withDeadline(timeoutMs, (abortSignal) => client.send(remove, { abortSignal }));
    }
  }
  throw new Error(`There are still files below ${folder}`);
}

function createClient(options: S3StorageOptions): S3Client {
  return new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.forcePathStyle ?? true,
    maxAttempts: STORAGE_ATTEMPTS_MAX,
    retryMode: "standard",
    // Older S3 servers store the checksums of checksummed streams as part of the object.
    requestChecksumCalculation: "WHEN_REQUIRED",
    // Servers without "Expect: 100-continue" let larger uploads wait.
    expectContinueHeader: false,
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: STORAGE_CONNECT_TIMEOUT_MS, socketTimeout: STORAGE_IDLE_TIMEOUT_MS },
  });
}

function statusOf(cause: unknown): number | null {
  return cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? null) : null;
}
