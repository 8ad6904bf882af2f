import { AppError } from "@app/core/errors";
import { createSlots } from "@app/services/platform/slots";
import type { UploadedFile } from "@app/services/upload/clean-image";
import { type FileUpload, parseFormData } from "@remix-run/form-data-parser";
import { withBufferedBody } from "./temporary-file-body.server";

/** A larger form is refused for its size alone. In a smaller one the file's type is checked before its size. */
const FORM_MAX_BYTES = 16 * 1024 * 1024;
const FILES_MAX = 1;
/** Forms in memory, together with their decoded pictures. Waiting forms are in temporary files. */
const uploadSlots = createSlots({ running: 3, waiting: 100, runningPerUser: 1, waitingPerUser: 10 });

/**
 * Calls `use` with the file in the field `file` of a multipart form.
 * @param tooLarge the message for a form above 16 MB
 * @throws AppError `bad_request` without a file, or with the message `tooLarge`; `rate_limited` when too many uploads wait
 */
export async function withUploadedFile<T>(
  userId: string,
  request: Request,
  tooLarge: string,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError("bad_request", "Request body must be multipart/form-data");
  }
  try {
    return await withBufferedBody(request, FORM_MAX_BYTES, (read) =>
      uploadSlots(userId, async () => {
        const file = await findFile(request.url, contentType, await read());
        if (!file) throw new AppError("bad_request", "file is required");
        return use(file);
      }),
    );
  } catch (cause) {
    const isTooLarge = cause instanceof AppError && cause.code === "payload_too_large";
    throw isTooLarge ? new AppError("bad_request", tooLarge, { cause }) : cause;
  }
}

async function findFile(url: string, contentType: string, body: Uint8Array<ArrayBuffer>): Promise<UploadedFile | null> {
  let file: UploadedFile | null = null;
  const keep = async (upload: FileUpload) => {
    if (upload.fieldName === "file")
      file = { name: upload.name, type: upload.type, bytes: new Uint8Array(await upload.arrayBuffer()) };
  };
  try {
    // From memory: fed from the network, the parser refuses a form whose last line break comes in a chunk of its own.
    const whole = new Request(url, { method: "POST", headers: { "content-type": contentType }, body });
    await parseFormData(whole, { maxFiles: FILES_MAX, maxFileSize: FORM_MAX_BYTES }, keep);
  } catch (cause) {
    throw new AppError("bad_request", "Request body must be a multipart form with one file", { cause });
  }
  return file;
}
