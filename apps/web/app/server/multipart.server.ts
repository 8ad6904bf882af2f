import { AppError } from "@app/core/errors";
import type { UploadedFile } from "@app/services/upload/inspect-image";
import { type FileUpload, parseFormData } from "@remix-run/form-data-parser";
import { readBody } from "./body.server";

/** Beyond this a form is refused for its size alone; up to it, the file's type is looked at first. */
const FORM_MAX_BYTES = 32 * 1024 * 1024;
const FILES_MAX = 1;

/**
 * The file in the field `file` of a multipart form.
 * @throws AppError `bad_request` when there is none, or with `tooLarge` when the form is too large to be kept at all
 */
export async function readUploadedFile(request: Request, tooLarge: string): Promise<UploadedFile> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError("bad_request", "Request body must be multipart/form-data");
  }
  const file = await findFile(request.url, contentType, await readForm(request, tooLarge));
  if (!file) throw new AppError("bad_request", "file is required");
  return file;
}

async function readForm(request: Request, tooLarge: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBody(request, FORM_MAX_BYTES);
  } catch (cause) {
    throw cause instanceof AppError ? new AppError("bad_request", tooLarge, { cause }) : cause;
  }
}

async function findFile(url: string, contentType: string, body: Uint8Array<ArrayBuffer>): Promise<UploadedFile | null> {
  let found: UploadedFile | null = null;
  const keep = async (upload: FileUpload) => {
    if (upload.fieldName === "file")
      found = { name: upload.name, type: upload.type, bytes: new Uint8Array(await upload.arrayBuffer()) };
  };
  try {
    // In one piece: fed from the network, the parser refuses a form whose last line break arrives by itself.
    const whole = new Request(url, { method: "POST", headers: { "content-type": contentType }, body });
    await parseFormData(whole, { maxFiles: FILES_MAX, maxFileSize: FORM_MAX_BYTES }, keep);
  } catch (cause) {
    throw new AppError("bad_request", "Request body must be a multipart form with one file", { cause });
  }
  return found;
}
